import { cutPoint, cutWindow, maxSegmentLength } from './sentence-cut.js';

export interface Line {
  text: string;
  /** The line break as it stands in the file; empty at the end of the file and where a long line was cut. */
  end: string;
}

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** How long a line may be, in UTF-16 code units, and where a longer one is cut. */
export interface LongLines {
  maxLength: number;
  /** UTF-16 code units that `cutPoint` looks at. */
  window: number;
  cutPoint(text: string): number;
}

const asSegments: LongLines = { maxLength: maxSegmentLength, window: cutWindow, cutPoint };

/** Cuts a text into lines, and lines that are too long into pieces: unless told otherwise, segments at sentence ends. */
export class LineSplitter {
  private rest = '';

  constructor(private readonly longLines = asSegments) {}

  push(text: string): Line[] {
    const all = this.rest + text;
    const lines: Line[] = [];
    let from = 0;
    lineBreak.lastIndex = 0;
    for (let found = lineBreak.exec(all); found; found = lineBreak.exec(all)) {
      if (found[0] === '\r' && lineBreak.lastIndex === all.length) break;
      this.addLine(lines, { text: all.slice(from, found.index), end: found[0] });
      from = lineBreak.lastIndex;
    }
    const { window } = this.longLines;
    while (all.length - from > window) {
      const length = this.longLines.cutPoint(all.slice(from, from + window));
      lines.push({ text: all.slice(from, from + length), end: '' });
      from += length;
    }
    this.rest = all.slice(from);
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    const last = this.rest;
    this.rest = '';
    const end = last.endsWith('\r') ? '\r' : '';
    if (last !== '') this.addLine(lines, { text: last.slice(0, last.length - end.length), end });
    return lines;
  }

  private addLine(lines: Line[], line: Line): void {
    const { maxLength } = this.longLines;
    let { text } = line;
    while (text.length > maxLength) {
      const length = this.longLines.cutPoint(text);
      lines.push({ text: text.slice(0, length), end: '' });
      text = text.slice(length);
    }
    lines.push({ text, end: line.end });
  }
}
