/** `1 entry`, `2 entries`. */
export const entriesOf = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);
