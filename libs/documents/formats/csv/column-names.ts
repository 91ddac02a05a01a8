/** UTF-16 code units of a column's name, at most. */
const maxNameLength = 60;

/** An abbreviation (`No.`) may end in a full stop, a sentence may not. */
const isName = (value: string): boolean =>
  value.length <= maxNameLength && /\p{L}/u.test(value) && !/\s\S*\.$|[!?]$|[\n\r@]|:\/\//u.test(value);

/** A number, an amount, a date, a time, an address. */
const isDatum = (value: string): boolean => !/\p{L}/u.test(value) || (!/\s/.test(value) && /\d|:\/\/|@/.test(value));

/**
 * Whether the first row of a table names its columns: it consists of different short texts, and either none of them
 * has white space, or below one of them stand data such as numbers and dates, or texts much longer than it.
 */
export const namesColumns = ([first = [], ...others]: readonly (readonly string[])[]): boolean => {
  const names = first.map((name) => name.trim());
  // Tables that programs write often have the numbers of their rows in a first column without a name.
  const isUnnamed = (name: string, column: number): boolean => name === '' && column === 0 && names.length > 2;
  const areNames = names.every((name, column) => isName(name) || isUnnamed(name, column));
  if (others.length === 0 || !areNames || new Set(names).size < names.length) return false;
  if (names.every((name) => !/\s/.test(name))) return true;
  return names.some((name, column) => {
    const below = others.map((row) => row[column]?.trim() ?? '').filter((value) => value !== '');
    if (below.length === 0) return false;
    if (below.every(isDatum)) return true;
    const length = below.reduce((sum, value) => sum + value.length, 0) / below.length;
    return length > 3 * name.length;
  });
};
