/** A function of objects that do not change, which looks at each of them once. */
export const remembered = <Key extends object, Value>(of: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = of(key);
    known.set(key, { value });
    return value;
  };
};
