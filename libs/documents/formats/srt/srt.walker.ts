import { FormatError } from '../format.errors.js';
import type { MergeSummary } from '../format.port.js';
import { CueLines } from '../subtitles/cue-lines.js';
import { millisecondsOf } from '../subtitles/milliseconds.js';
import { type Line, LineSplitter } from '../text/lines.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { srtSyntax } from './srt.markup.js';

const time = String.raw`-?\d+:\d{1,2}:\d{1,2}(?:[,.]\d{1,3})?`;
/** Coordinates (`X1:…`) and whatever else follows the times are part of the line. */
export const srtTimeLine = new RegExp(String.raw`^\s*(${time})\s*-->\s*(${time})(\s.*)?$`);
/** UTF-16 code units that may stand before the first time line. */
const maxPreambleLength = 64 * 1024;

/**
 * Everything but the text of cues is copied: numbers, time lines, empty lines. A segment is what a speaker says in a
 * cue, its lines joined, or a sentence that goes on over cues. Numbers and empty lines between cues may be missing.
 */
export class SrtWalker implements TextWalker {
  private readonly splitter = new LineSplitter();
  private readonly cues: CueLines;
  private preamble = 0;

  constructor(includeSource: boolean) {
    this.cues = new CueLines(srtSyntax, includeSource);
  }

  push(text: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.splitter.push(text)) this.take(line, pieces);
    return pieces;
  }

  end(): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.splitter.end()) this.take(line, pieces);
    if (!this.cues.isWithin) throw notSrt();
    this.cues.end(pieces);
    return pieces;
  }

  mergeSummary(): MergeSummary {
    return this.cues.summary();
  }

  private take(line: Line, pieces: TextPiece[]): void {
    const [found, start = '', end = '', layout = ''] = srtTimeLine.exec(line.text) ?? [];
    if (found !== undefined) {
      const number = this.cues.takeNumber();
      const frame = { start: millisecondsOf(start), end: millisecondsOf(end), layout: layout.trim() };
      this.cues.begin(frame, number + line.text + line.end, pieces);
      return;
    }
    if (!this.cues.isWithin) {
      this.preamble += line.text.length + line.end.length;
      if (this.preamble > maxPreambleLength || /^\s*WEBVTT(?:\s|$)/.test(line.text)) throw notSrt();
    }
    if (line.text.trim() === '') this.cues.copy(line.text + line.end, pieces);
    else this.cues.add(line, pieces);
  }
}

const notSrt = (): FormatError => new FormatError('invalid', 'The file has no SubRip time line.');
