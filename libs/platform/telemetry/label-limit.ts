/**
 * At most `most` different values of a label, the first that come; all others are `other`. For what callers or
 * foreign servers have a say in: every new value of a label is a time series for ever.
 */
export const labelLimit = (most: number): ((value: string) => string) => {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
};
