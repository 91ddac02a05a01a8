import type { InlineItem } from '../inline/inline-run.js';
import type { CueSyntax } from '../subtitles/cue-text.js';
import { beginsAnew, withSignsApart } from '../subtitles/line-signs.js';
import { joinLines } from '../subtitles/subtitle-lines.js';
import type { Line } from '../text/lines.js';
import { cutPoint, maxSegmentLength } from '../text/sentence-cut.js';

/** Override blocks, and notes in braces. libass reads `\{` as a brace. */
export const scriptBlock = /(?<!\\)\{[^{}]*\}/g;
/** A style turned on or off, and nothing else. */
const style = /^\{\\([ibus])([01])\}$/;
const drawing = /\\p(\d+)/g;
const blockOrBreak = /((?<!\\)\{[^{}]*\})|\\[Nn]/g;

/** The lines of an event: `\N` breaks one in any case, `\n` in some; those too long for a segment in pieces. */
export const linesOfText = (text: string): Line[] => {
  const lines: Line[] = [];
  let from = 0;
  for (const { index, 0: found, 1: isBlock } of text.matchAll(blockOrBreak)) {
    if (isBlock !== undefined) continue;
    addLine(lines, text.slice(from, index), found);
    from = index + found.length;
  }
  if (from < text.length) addLine(lines, text.slice(from), '');
  return lines;
};

const addLine = (lines: Line[], line: string, end: string): void => {
  let text = line;
  while (text.length > maxSegmentLength) {
    const cut = outsideOfBlock(text, cutPoint(text));
    lines.push({ text: text.slice(0, cut), end: '' });
    text = text.slice(cut);
  }
  lines.push({ text, end });
};

const outsideOfBlock = (text: string, cut: number): number => {
  const start = text.lastIndexOf('{', cut - 1);
  const end = text.indexOf('}', start);
  if (start === -1 || end < cut) return cut;
  return start > 0 ? start : end + 1;
};

/** Whether a block turns drawing on or off; undefined where it says nothing of it. */
const drawsBehind = (raw: string): boolean | undefined => {
  const last = [...raw.matchAll(drawing)].at(-1)?.[1];
  return last === undefined ? undefined : Number(last) > 0;
};

/** Whether there is a drawing in a text: its numbers are no words, and may go on over line breaks. */
export const hasDrawing = (text: string): boolean =>
  [...text.matchAll(scriptBlock)].some(({ 0: raw }) => drawsBehind(raw) === true);

const itemsOfLine = (line: string): InlineItem[] => {
  const items: InlineItem[] = [];
  let from = 0;
  for (const { index, 0: raw } of line.matchAll(scriptBlock)) {
    if (index > from) items.push({ kind: 'text', raw: line.slice(from, index) });
    const [, name, state] = style.exec(raw) ?? [];
    if (name === undefined) items.push({ kind: 'single', raw });
    else items.push({ kind: state === '1' ? 'open' : 'close', name, raw });
    from = index + raw.length;
  }
  if (from < line.length) items.push({ kind: 'text', raw: line.slice(from) });
  return withSignsApart(items);
};

const decode = (raw: string): string =>
  joinLines(raw.replace(/\\[Nn]/g, '\n'))
    .replace(/\\h/g, '\u00a0')
    .replace(/\\([{}])/g, '$1');

const wordJoiner = '\u2060';

/** A brace is escaped as libass reads it; a word joiner keeps a backslash from being read as a break. */
const encode = (text: string): string =>
  text
    .replace(/\\(?=[Nnh{}])/g, `\\${wordJoiner}`)
    .replace(/[{}]/g, '\\$&')
    .replaceAll('\u00a0', '\\h');

export const assSyntax: CueSyntax = {
  itemsOfLine,
  beginsAnew: (line) => beginsAnew(line.replace(scriptBlock, '')),
  decode,
  encode,
  edgeSpace: { start: /^(?:\s+|\\[Nnh])/, end: /(?:\s+|\\[Nnh])$/ },
  // Karaoke, and what is placed or moves by itself.
  isTimed: (raw) => /\\(?:k|K|pos|move|t\(|fad)/.test(raw),
};
