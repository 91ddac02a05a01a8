import { inertCell } from '#libs/platform/csv/formula.js';

const quoted = /"([^"]*(?:""[^"]*)*)"(?=[,\r\n])/y;
const plain = /[^",\r\n]*(?=[,\r\n])/y;
const needsQuotes = /[",\r\n]/;

const written = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The text with its whole cells written anew, and the rest of it that has no end yet. */
const withoutFormulas = (text: string): { done: string; rest: string } => {
  let done = '';
  let at = 0;
  for (;;) {
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const found = quoted.exec(text) ?? plain.exec(text);
    if (found === null) return { done, rest: text.slice(at) };
    const [all, cell] = found;
    const end = text[at + all.length] ?? '';
    done += (cell === undefined ? all : written(inertCell(cell.replaceAll('""', '"')))) + end;
    at += all.length + end.length;
  }
};

/**
 * A CSV in which LibreOffice has put all texts, and nothing else, into quotation marks, with an apostrophe before those that a
 * spreadsheet would calculate: a text of a workbook is none of its formulas. Numbers stay. Cells have quotation marks where they need
 * them.
 */
export async function* withInertTexts(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const read = withoutFormulas(rest + chunk);
    ({ rest } = read);
    yield read.done;
  }
  if (rest === '') return;
  const last = withoutFormulas(`${rest}\n`);
  yield (last.done + last.rest).slice(0, -1);
}
