/** The places of columns in the lines of events, from 0. */
export interface EventColumns {
  count: number;
  start: number;
  end: number;
  /** Columns that must be the same for a sentence to go on. */
  layout: readonly number[];
}

const layoutColumns = new Set(['layer', 'marked', 'style', 'name', 'actor', 'marginl', 'marginr', 'marginv', 'effect']);

/** The columns of a `Format:` line; undefined where the text is not the last, as both versions of the format want it. */
export const columnsOfFormat = (format: string): EventColumns | undefined => {
  const names = format.split(',').map((name) => name.trim().toLowerCase());
  if (names.at(-1) !== 'text') return undefined;
  return {
    count: names.length,
    start: names.indexOf('start'),
    end: names.indexOf('end'),
    layout: names.flatMap((name, at) => (layoutColumns.has(name) ? [at] : [])),
  };
};

/** The cells of the columns before the text, and the text; undefined where columns are missing. */
export const cellsOf = (event: string, { count }: EventColumns): { cells: string[]; text: string } | undefined => {
  const cells: string[] = [];
  let from = 0;
  while (cells.length < count - 1) {
    const comma = event.indexOf(',', from);
    if (comma === -1) return undefined;
    cells.push(event.slice(from, comma));
    from = comma + 1;
  }
  return { cells, text: event.slice(from) };
};
