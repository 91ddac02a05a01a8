import { endOfPreformatted, splitAtBlockTags, startOfPreformatted } from './html-tag.js';
import { messageArguments } from './message-arguments.js';
import { controlsIn } from './program-spans.js';
import { tableCells } from './table-cells.js';

/** A stretch of a text: one that an engine translates, or one that stays as it is. */
export interface TextPiece {
  kind: 'text' | 'verbatim';
  text: string;
}

const lineBreak = /(\r\n|[\n\r\u2028\u2029])/u;
const fenceStart = /^\s{0,12}(?:>\s?)*(`{3,}|~{3,})/u;

/** The signs of the fence that a line opens, after which it has no backtick. */
const openingFence = (line: string): string | undefined => {
  const [start = '', signs] = fenceStart.exec(line) ?? [];
  return line.includes('`', start.length) ? undefined : signs;
};

/** Indentation, marks of quotations, headings, bullets, numbers, boxes and letters of lists: `> - [x] `, `## `, `2. `, `(a) `, `Q: `. */
const lineStart =
  /^(?:\s*(?:>+|(?:[-*+•‣◦▪●·–—]|#{1,6}|\d{1,3}(?:\.\d{1,3}){0,5}[.)]|\(?(?:\d{1,3}|[a-zA-Z])\)|\[[ xX]\]|[A-Z]:)(?=\s)))*\s*/u;

/** Signs that close a heading; a line break that a backslash marks. */
const lineEnd = /(?:\s#{1,6}|\\)$/u;

/** `[name]: https://…`, the definition of an address that a link in the text names. */
const linkDefinition = /^\s{0,3}\[[^\]]{1,200}\]:\s*\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*$/u;

/** Statements of a template stay, and part what stands before them from what stands behind. */
const addBetweenControls = (pieces: TextPiece[], text: string): void => {
  let at = 0;
  const addUpTo = (end: number): void => {
    const between = text.slice(at, end);
    const inner = between.trim();
    if (inner === '') pieces.push({ kind: 'verbatim', text: between });
    else {
      const start = between.length - between.trimStart().length;
      pieces.push({ kind: 'verbatim', text: between.slice(0, start) });
      pieces.push({ kind: 'text', text: inner });
      pieces.push({ kind: 'verbatim', text: between.slice(start + inner.length) });
    }
  };
  for (const { start, end } of controlsIn(text)) {
    addUpTo(start);
    pieces.push({ kind: 'verbatim', text: text.slice(start, end) });
    at = end;
  }
  addUpTo(text.length);
};

const addSentences = (pieces: TextPiece[], line: string): void => {
  const start = lineStart.exec(line)?.[0] ?? '';
  pieces.push({ kind: 'verbatim', text: start });
  tableCells(line.slice(start.length)).forEach((cell, index) => {
    const inner = index % 2 === 0 ? cell.trim() : '';
    if (inner === '') {
      pieces.push({ kind: 'verbatim', text: cell });
      return;
    }
    const indent = cell.length - cell.trimStart().length;
    const text = inner.replace(lineEnd, '').trimEnd();
    pieces.push({ kind: 'verbatim', text: cell.slice(0, indent) });
    addBetweenControls(pieces, text);
    pieces.push({ kind: 'verbatim', text: cell.slice(indent + text.length) });
  });
};

const addLine = (pieces: TextPiece[], line: string): void => {
  if (linkDefinition.test(line)) pieces.push({ kind: 'verbatim', text: line });
  else {
    splitAtBlockTags(line).forEach((between, index) => {
      if (index % 2 === 0) addSentences(pieces, between);
      else pieces.push({ kind: 'verbatim', text: between });
    });
  }
};

const fenceAlone = /^[\s>]*(`{3,}|~{3,})\s*$/u;

/** The closing fences of a text, each line read once however many fences are opened. */
class ClosingFences {
  /** Lines of closing fences by their sign, from the last to the first. */
  private readonly places: Record<string, { line: number; length: number }[]> = { '`': [], '~': [] };
  /** Length of the shortest fence that nothing closes any more, by sign. */
  private readonly hopeless: Record<string, number> = {};
  private isRead = false;

  constructor(private readonly lines: readonly string[]) {}

  /** Finds the line that ends a block of code which begins at `from`; -1 where none does. */
  after(from: number, opening: string): number {
    if (!this.isRead) this.read();
    const sign = opening[0] ?? '';
    const places = this.places[sign] ?? [];
    if (opening.length >= (this.hopeless[sign] ?? Number.POSITIVE_INFINITY)) return -1;
    while ((places.at(-1)?.line ?? Number.POSITIVE_INFINITY) <= from) places.pop();
    const end = places.findLast(({ length }) => length >= opening.length)?.line;
    if (end === undefined) this.hopeless[sign] = opening.length;
    return end ?? -1;
  }

  private read(): void {
    this.isRead = true;
    for (let line = this.lines.length - 1; line >= 0; line -= 1) {
      const fence = fenceAlone.exec(this.lines[line] ?? '')?.[1];
      if (fence !== undefined) this.places[fence[0] ?? '']?.push({ line, length: fence.length });
    }
  }
}

/** Finds what is preformatted by HTML (`pre`) from a line on: where it begins in that line, and the line and place of its end. */
const preformattedFrom = (
  lines: readonly string[],
  at: number,
  lastEnd: () => number,
): { start: number; line: number; end: number } | undefined => {
  const start = startOfPreformatted(lines[at] ?? '');
  if (start === -1 || at > lastEnd()) return undefined;
  for (let line = at; line < lines.length; line += 2) {
    const end = endOfPreformatted(lines[line] ?? '', line === at ? start : 0);
    if (end !== -1) return { start, line, end };
  }
  return undefined;
};

const addLines = (pieces: TextPiece[], text: string): void => {
  const lines = text.split(lineBreak);
  const closingFences = new ClosingFences(lines);
  let foundEnd: number | undefined;
  const lastEnd = (): number => (foundEnd ??= lines.findLastIndex((line) => endOfPreformatted(line, 0) !== -1));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = at % 2 === 0 && /```|~~~/.test(line) ? openingFence(line) : undefined;
    const end = opening === undefined ? -1 : closingFences.after(at, opening);
    const kept = end === -1 && at % 2 === 0 ? preformattedFrom(lines, at, lastEnd) : undefined;
    if (end !== -1) {
      pieces.push({ kind: 'verbatim', text: lines.slice(at, end + 1).join('') });
      at = end;
    } else if (kept !== undefined) {
      const { start, line: last, end: until } = kept;
      const whole = lines.slice(at, last + 1).join('');
      const rest = (lines[last] ?? '').slice(until);
      addLine(pieces, line.slice(0, start));
      pieces.push({ kind: 'verbatim', text: whole.slice(start, whole.length - rest.length) });
      // What stands behind it in its line is read as a line.
      lines[last] = rest;
      at = last - 1;
    } else if (at % 2 === 1) pieces.push({ kind: 'verbatim', text: line });
    else addLine(pieces, line);
  }
};

const addText = (pieces: TextPiece[], text: string, depth: number): void => {
  let at = 0;
  for (const argument of depth < maxMessageDepth ? messageArguments(text) : []) {
    addLines(pieces, text.slice(at, argument.start));
    at = argument.start;
    for (const { start, end } of argument.messages) {
      pieces.push({ kind: 'verbatim', text: text.slice(at, start) });
      addText(pieces, text.slice(start, end), depth + 1);
      at = end;
    }
    pieces.push({ kind: 'verbatim', text: text.slice(at, argument.end) });
    at = argument.end;
  }
  addLines(pieces, text.slice(at));
};

/** Levels of messages within messages; deeper ones are read as plain text. */
const maxMessageDepth = 8;

/**
 * Cuts a text into the pieces to translate and the layout around them: line breaks, indentation, bullets, numbers, bars
 * of tables, tags of blocks, fenced code, the frame of ICU plurals. The pieces joined are the text. A piece to
 * translate has no line break and no white space at its ends.
 */
export const layOut = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = [];
  addText(pieces, text, 0);
  return pieces.filter((piece) => piece.text !== '');
};
