/** The index of the first item whose key is not less, in ascending order of keys. */
export const firstFrom = <T>(items: readonly T[], min: number, keyOf: (item: T) => number): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && keyOf(item) < min) low = middle + 1;
    else high = middle;
  }
  return low;
};
