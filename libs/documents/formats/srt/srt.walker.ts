import { FormatError } from '../format.errors.js';
import { type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import { type Line, LineSplitter } from '../text/lines.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { beginsAnew, escapeMarkup, itemsOfLine } from './srt.markup.js';
import { breakLines, joinLines } from './subtitle-lines.js';

const time = String.raw`-?\d+:\d{1,2}:\d{1,2}(?:[,.]\d{1,3})?`;
/** Coordinates (`X1:…`) and whatever else follows the times are part of the line. */
const timeLine = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s.*)?$`);
/** UTF-16 code units that may stand before the first time line. */
const maxPreambleLength = 64 * 1024;

/**
 * Everything but the text of cues is copied: numbers, time lines, empty lines. A segment is the text of a cue, its
 * lines joined; a line that a new speaker begins is a segment of its own. Numbers and empty lines between cues may
 * be missing.
 */
export class SrtWalker implements TextWalker {
  private readonly lines = new LineSplitter();
  private block: Line[] = [];
  private blockLength = 0;
  private preamble = 0;
  private sawTime = false;

  push(text: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.lines.push(text)) this.take(line, pieces);
    return pieces;
  }

  end(): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.lines.end()) this.take(line, pieces);
    if (!this.sawTime) throw notSrt();
    this.flush(pieces);
    return pieces;
  }

  private take(line: Line, pieces: TextPiece[]): void {
    if (timeLine.test(line.text)) {
      const number = /^\s*\d+\s*$/.test(this.block.at(-1)?.text ?? '') ? this.block.pop() : undefined;
      this.flush(pieces);
      this.sawTime = true;
      pieces.push((number ? number.text + number.end : '') + line.text + line.end);
      return;
    }
    if (!this.sawTime) {
      this.preamble += line.text.length + line.end.length;
      if (this.preamble > maxPreambleLength || /^\s*WEBVTT(?:\s|$)/.test(line.text)) throw notSrt();
    }
    if (line.text.trim() === '') {
      this.flush(pieces);
      pieces.push(line.text + line.end);
      return;
    }
    if (this.blockLength + line.text.length > maxSegmentLength) this.flush(pieces);
    this.block.push(line);
    this.blockLength += line.text.length;
  }

  private flush(pieces: TextPiece[]): void {
    const lines = this.block;
    this.block = [];
    this.blockLength = 0;
    if (!this.sawTime) {
      pieces.push(lines.map(({ text, end }) => text + end).join(''));
      return;
    }
    let from = 0;
    for (let to = 1; to <= lines.length; to += 1) {
      if (to < lines.length && !beginsAnew(lines[to]?.text ?? '')) continue;
      addSegment(lines.slice(from, to), pieces);
      from = to;
    }
  }
}

const notSrt = (): FormatError => new FormatError('invalid', 'The file has no SubRip time line.');

const edgeSpace = { start: /^\s+/, end: /\s+$/ };

const addSegment = (lines: readonly Line[], pieces: TextPiece[]): void => {
  const lineBreak = lines.find(({ end }) => end !== '')?.end ?? '\n';
  const syntax: InlineSyntax = {
    role: 'subtitle',
    decode: joinLines,
    encode: escapeMarkup,
    edgeSpace,
    collapse: true,
    layOut: (written) => breakLines(written, lines.length, lineBreak),
  };
  const items = lines.flatMap(({ text, end }) => [...itemsOfLine(text), { kind: 'text' as const, raw: end }]);
  pieces.push(...piecesOfRun(items, syntax));
};
