import { FormatError } from '../format.errors.js';
import { maxValueLength } from '../values/value-judge.js';

/** A line of a file of properties with the natural lines that it goes on in. */
export interface PropertyLine {
  /** Everything up to the line break that ends it. */
  text: string;
  /** The line break; empty at the end of the file. */
  end: string;
}

const lineEnd = /\r\n|[\n\r]/g;
const comment = /^[ \t\f]*[#!]/;

/** Whether a line ends in a backslash that is not escaped by another one. */
const goesOn = (line: string): boolean => {
  let at = line.length;
  while (at > 0 && line[at - 1] === '\\') at -= 1;
  return (line.length - at) % 2 === 1;
};

export const isComment = (line: string): boolean => comment.test(line);

/** Cuts a file of properties into logical lines: one whose end is escaped goes on in the next, unless it is a comment. */
export class PropertyLines {
  private rest = '';
  /** The place in `rest` of the natural line whose end is not yet known. */
  private natural = 0;

  /** @throws FormatError `hostile` for a line that is too long */
  push(text: string): PropertyLine[] {
    return this.cut(this.rest + text, false);
  }

  end(): PropertyLine[] {
    return this.cut(this.rest, true);
  }

  private cut(all: string, isLast: boolean): PropertyLine[] {
    const lines: PropertyLine[] = [];
    let from = 0;
    let { natural } = this;
    lineEnd.lastIndex = natural;
    for (let found = lineEnd.exec(all); found; found = lineEnd.exec(all)) {
      if (found[0] === '\r' && lineEnd.lastIndex === all.length && !isLast) break;
      const line = all.slice(natural, found.index);
      natural = lineEnd.lastIndex;
      const isCommentLine = natural - line.length - found[0].length === from && isComment(line);
      if (goesOn(line) && !isCommentLine) continue;
      lines.push({ text: all.slice(from, found.index), end: found[0] });
      from = natural;
    }
    this.rest = all.slice(from);
    this.natural = natural - from;
    if (isLast && this.rest !== '') lines.push({ text: this.rest, end: '' });
    if (this.rest.length > maxValueLength)
      throw new FormatError('hostile', 'A line of the file of properties is longer than a million characters.');
    return lines;
  }
}

const escapedEnd = /\\(?:\r\n|[\n\r])[ \t\f]*/y;

/** The place behind white space and escaped line breaks. */
const behindSpace = (line: string, from: number): number => {
  let at = from;
  for (;;) {
    escapedEnd.lastIndex = at;
    if (escapedEnd.test(line)) at = escapedEnd.lastIndex;
    else if (/[ \t\f]/.test(line[at] ?? '')) at += 1;
    else return at;
  }
};

/** The places of the key and of the value in a line; undefined where it is empty or a comment. */
export const placesIn = (line: string): { key: { start: number; end: number }; value: number } | undefined => {
  if (isComment(line)) return undefined;
  const start = behindSpace(line, 0);
  let end = start;
  while (end < line.length && !/[ \t\f=:]/.test(line[end] ?? '')) end += line[end] === '\\' ? 2 : 1;
  end = Math.min(end, line.length);
  if (end === start && end === line.length) return undefined;
  const separator = behindSpace(line, end);
  const value = /[=:]/.test(line[separator] ?? '') ? behindSpace(line, separator + 1) : separator;
  return { key: { start, end }, value };
};
