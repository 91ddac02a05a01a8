import { isWithinSentence } from '#libs/documents/formats/inline/line-break.js';
import type { TextRun } from './rich-text.js';

/** A line break within a sentence is an item between the texts of its line. */
export type LineItem = { kind: 'text'; run: TextRun } | { kind: 'break'; run: TextRun };

/** Lines that are translated each by itself, and what stands between them. */
export type TextLine = { kind: 'line'; items: LineItem[] } | { kind: 'separator'; run: TextRun };

const lineText = (items: readonly LineItem[]): string => items.map(({ run }) => run.text).join('');

const split = (runs: readonly TextRun[]): TextLine[] => {
  const lines: TextLine[] = [{ kind: 'line', items: [] }];
  for (const { text, properties } of runs) {
    for (const piece of text.split(/(\r?\n|\r|\t)/)) {
      const run = { text: piece, properties };
      const last = lines.at(-1);
      if (/^[\r\n\t]/.test(piece)) lines.push({ kind: 'separator', run }, { kind: 'line', items: [] });
      else if (piece !== '' && last?.kind === 'line') last.items.push({ kind: 'text', run });
    }
  }
  return lines;
};

/** Cuts a text at tabs and line breaks, but for breaks that only a narrow cell has put into a sentence. */
export const linesOf = (runs: readonly TextRun[]): TextLine[] => {
  const [run] = runs;
  if (runs.length === 1 && run !== undefined && run.text !== '' && !/[\r\n\t]/.test(run.text)) {
    return [{ kind: 'line', items: [{ kind: 'text', run }] }];
  }
  const joined: TextLine[] = [];
  for (const line of split(runs)) {
    const separator = joined.at(-1);
    const before = joined.at(-2);
    if (
      line.kind === 'line' &&
      separator?.kind === 'separator' &&
      before?.kind === 'line' &&
      separator.run.text !== '\t' &&
      isWithinSentence(lineText(before.items), lineText(line.items))
    ) {
      joined.pop();
      before.items.push({ kind: 'break', run: separator.run }, ...line.items);
    } else joined.push(line);
  }
  return joined;
};
