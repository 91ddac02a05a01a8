/** The room that a column needs, in points. */
export interface ColumnNeed {
  /** For its longest value on one line. */
  readonly natural: number;
  /** For its longest word. */
  readonly min: number;
  readonly grows: boolean;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Widths that fill `available` together. */
export const columnWidths = (needs: readonly ColumnNeed[], available: number): number[] => {
  const natural = sum(needs.map((need) => need.natural));
  if (natural <= available) return spread(needs, available - natural);
  const min = sum(needs.map((need) => need.min));
  if (min >= available) return evened(needs, available);
  const share = (available - min) / (natural - min);
  return needs.map((need) => need.min + (need.natural - need.min) * share);
};

/** Each its longest word where that is short, and the same for all that have longer ones. */
const evened = (needs: readonly ColumnNeed[], available: number): number[] => {
  const ascending = needs.map((need) => need.min).sort((one, other) => one - other);
  let [left, columns] = [available, needs.length];
  for (const width of ascending) {
    if (width * columns > left) break;
    left -= width;
    columns -= 1;
  }
  const max = columns === 0 ? available : left / columns;
  return needs.map((need) => Math.min(need.min, max));
};

/** Natural widths, and the rest shared among the columns of words, or among all where there is none. */
const spread = (needs: readonly ColumnNeed[], left: number): number[] => {
  const isGrowing = (need: ColumnNeed): boolean => need.grows || needs.every(({ grows }) => !grows);
  const growing = sum(needs.filter(isGrowing).map(({ natural }) => natural));
  return needs.map((need) => need.natural + (isGrowing(need) ? (need.natural / growing) * left : 0));
};
