/** A table of weights row by row, each row of `columns` places. */
export interface RowTable {
  weights: Int16Array;
  columns: number;
}

/**
 * Adds up the columns of the first `count` rows that a list names. It takes eight rows at a time, so that a sum is read
 * and written once for eight weights: docs/performance.md says what that gains.
 */
export const sumRows = (
  { weights, columns }: RowTable,
  rows: Int32Array,
  count: number,
  sums: Int32Array,
): Int32Array => {
  sums.fill(0);
  const startOf = (index: number): number => (rows[index] ?? 0) * columns;
  const ofEights = count - (count % 8);
  for (let index = 0; index < ofEights; index += 8) {
    const a = startOf(index);
    const b = startOf(index + 1);
    const c = startOf(index + 2);
    const d = startOf(index + 3);
    const e = startOf(index + 4);
    const f = startOf(index + 5);
    const g = startOf(index + 6);
    const h = startOf(index + 7);
    for (let column = 0; column < columns; column += 1) {
      const firstFour =
        (weights[a + column] ?? 0) +
        (weights[b + column] ?? 0) +
        (weights[c + column] ?? 0) +
        (weights[d + column] ?? 0);
      const lastFour =
        (weights[e + column] ?? 0) +
        (weights[f + column] ?? 0) +
        (weights[g + column] ?? 0) +
        (weights[h + column] ?? 0);
      sums[column] = (sums[column] ?? 0) + firstFour + lastFour;
    }
  }
  for (let index = ofEights; index < count; index += 1) {
    const start = startOf(index);
    for (let column = 0; column < columns; column += 1) {
      sums[column] = (sums[column] ?? 0) + (weights[start + column] ?? 0);
    }
  }
  return sums;
};
