import type { Line } from '../text/lines.js';

/** Widths, in UTF-16 code units, to which e-mail, manuals and plain-text books are wrapped. */
const minWidth = 45;
const maxWidth = 110;
/** Columns by which a paragraph may be wider than others of its file. */
const tolerance = 4;

const listItem = /^\s*(?:[-–—*•·+>|#]|\p{L}?[\d.]+[.):]|\p{L}[.)])\s/u;
const columns = /\S(?:\t| {3,})\S/;

const indentOf = (line: Line): string => /^\s*/.exec(line.text)?.[0] ?? '';

export const widthOf = (lines: readonly Line[]): number => Math.max(...lines.map(({ text }) => text.trimEnd().length));

/** Whether a line may stand in a paragraph at all. */
export const isProse = ({ text, end }: Line): boolean =>
  end !== '' && /\p{L}/u.test(text) && text.length <= maxWidth + 2 && !columns.test(text);

/** Whether a line may go on the paragraph that the lines before it began. */
export const continues = (paragraph: readonly Line[], line: Line): boolean => {
  const indent = indentOf(paragraph[1] ?? line);
  return (
    /\p{L}/u.test(line.text) &&
    line.text.length <= maxWidth + 2 &&
    !columns.test(line.text) &&
    !listItem.test(line.text) &&
    indentOf(line) === indent
  );
};

const sentenceEnd = /[.!?:;…]["'”»)]*$/u;
const lowerCase = /^[^\p{L}]*\p{Ll}/u;
const goesOn = /^[^\p{L}]*[\p{Ll}\p{Lo}]/u;

/**
 * Whether the lines are one paragraph that was wrapped: each line ends where the next word did not fit, or nearly there within a
 * sentence, and some line goes on in lower case. Lines of verse, lists and addresses end sooner.
 * @param known the width of other paragraphs of the file, by which one is known too that goes on in capitals alone; 0 where there is none
 */
export const isHardWrapped = (lines: readonly Line[], known = 0): boolean => {
  const own = widthOf(lines);
  if (lines.length < 2 || own < minWidth || own > maxWidth) return false;
  const [first, ...others] = lines.map(({ text }) => text.trim());
  if (others.length === 1 && sentenceEnd.test(first ?? '')) return false;
  const isInLowerCase = others.some((text) => goesOn.test(text));
  if (!isInLowerCase && known < own - tolerance) return false;
  const width = isInLowerCase ? own : Math.max(own, known);
  return lines.slice(0, -1).every(({ text }, at) => {
    const next = others[at] ?? '';
    const line = text.trimEnd();
    if (line.endsWith('-')) return false;
    if (line.length + 1 + (/^\S+/.exec(next)?.[0] ?? '').length > width) return true;
    return line.length * 4 > width * 3 && lowerCase.test(next) && !sentenceEnd.test(line);
  });
};

/** The text wrapped again like the paragraph that it translates, without white space at either end. */
export const wrapLike = (lines: readonly Line[], text: string): string => {
  const width = widthOf(lines);
  const [first, second] = lines;
  const lineStart = (first?.end ?? '\n') + (second ? indentOf(second) : '');
  const indent = second ? indentOf(second).length : 0;
  let wrapped = '';
  let length = first ? indentOf(first).length : 0;
  let lineIsEmpty = true;
  for (const [, space = '', word = ''] of text.trim().matchAll(/(\s*)(\S+)/gy)) {
    if (!lineIsEmpty && length + space.length + word.length > width) {
      wrapped += lineStart + word;
      length = indent + word.length;
    } else {
      wrapped += space + word;
      length += space.length + word.length;
    }
    lineIsEmpty = false;
  }
  return wrapped;
};
