/** Matches code, placeholders and tags, whose bars divide nothing; an escaped sign; a bar or several. */
const piece = /`[^`]*`|\\.|\{\{[^{}]*\}\}|\{[^{}]*\}|<[^<>]*>|\|+/gu;

const isSpaceOrNothing = (sign: string | undefined): boolean => sign === undefined || /\s/u.test(sign);

/**
 * Splits a line: bars are at odd places, the cells between them at even ones. Every bar of a table's row divides
 * (`|a|b|`), and so do bars between spaces (`a | b`) of any line.
 */
export const tableCells = (line: string): string[] => {
  if (!line.includes('|')) return [line];
  const trimmed = line.trim();
  const isRow = trimmed.length > 1 && trimmed.startsWith('|') && trimmed.endsWith('|');
  const cells: string[] = [];
  let at = 0;
  for (const { 0: bars, index } of line.matchAll(piece)) {
    const end = index + bars.length;
    if (!bars.startsWith('|')) continue;
    if (!isRow && !(isSpaceOrNothing(line[index - 1]) && isSpaceOrNothing(line[end]))) continue;
    cells.push(line.slice(at, index), bars);
    at = end;
  }
  cells.push(line.slice(at));
  return cells;
};
