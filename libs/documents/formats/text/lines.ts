import { cutPoint, cutWindow, maxSegmentLength } from './sentence-cut.js';

export interface Line {
  text: string;
  /** The line break as it stands in the file; empty at the end of the file and where a long line was cut. */
  end: string;
}

const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Cuts a text into lines, and lines that are longer than a segment may be into pieces at sentence ends. */
export class LineSplitter {
  private rest = '';

  push(text: string): Line[] {
    const all = this.rest + text;
    const lines: Line[] = [];
    let from = 0;
    lineBreak.lastIndex = 0;
    for (let found = lineBreak.exec(all); found; found = lineBreak.exec(all)) {
      if (found[0] === '\r' && lineBreak.lastIndex === all.length) break;
      addLine(lines, { text: all.slice(from, found.index), end: found[0] });
      from = lineBreak.lastIndex;
    }
    while (all.length - from > cutWindow) {
      const length = cutPoint(all.slice(from, from + cutWindow));
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
    if (last !== '') addLine(lines, { text: last.slice(0, last.length - end.length), end });
    return lines;
  }
}

const addLine = (lines: Line[], line: Line): void => {
  let { text } = line;
  while (text.length > maxSegmentLength) {
    const length = cutPoint(text);
    lines.push({ text: text.slice(0, length), end: '' });
    text = text.slice(length);
  }
  lines.push({ text, end: line.end });
};
