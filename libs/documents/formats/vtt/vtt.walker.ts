import { FormatError } from '../format.errors.js';
import type { MergeSummary } from '../format.port.js';
import { CueLines } from '../subtitles/cue-lines.js';
import { millisecondsOf } from '../subtitles/milliseconds.js';
import { type Languages, relabelled } from '../text/language-labels.js';
import { type Line, LineSplitter } from '../text/lines.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { vttSyntax } from './vtt.markup.js';

const time = String.raw`(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3}`;
/** The settings of the cue are what follows the times. */
export const vttTimeLine = new RegExp(String.raw`^\s*(${time})\s*-->\s*(${time})(.*)$`);
/** Blocks without text for viewers. */
export const vttOtherBlock = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const languageLine = /^(Language:\s*)([\w-]+)/i;

/**
 * Everything but the text of cues is copied: header, identifiers, times with their settings, NOTE, STYLE and REGION
 * blocks. A segment is what a voice says in a cue, its lines joined, or a sentence that goes on over cues.
 */
export class VttWalker implements TextWalker {
  private readonly splitter = new LineSplitter();
  private readonly cues: CueLines;
  private ownLanguage: string | undefined;
  /** `between` blocks; in the `header`; behind an `identifier`; in a `cue`; in an `other` block. */
  private place: 'start' | 'header' | 'between' | 'identifier' | 'cue' | 'other' = 'start';

  constructor(
    includeSource: boolean,
    private readonly languages: Languages | undefined,
  ) {
    this.cues = new CueLines(vttSyntax({ languages, ownLanguage: () => this.ownLanguage }), includeSource);
  }

  push(text: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.splitter.push(text)) this.take(line, pieces);
    return pieces;
  }

  end(): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.splitter.end()) this.take(line, pieces);
    if (this.place === 'start') throw notVtt();
    this.cues.end(pieces);
    return pieces;
  }

  mergeSummary(): MergeSummary {
    return this.cues.summary();
  }

  private take(line: Line, pieces: TextPiece[]): void {
    if (this.place === 'start') {
      if (!/^WEBVTT(?:\s|$)/.test(line.text)) throw notVtt();
      this.place = 'header';
    }
    const [found, start = '', end = '', settings = ''] = vttTimeLine.exec(line.text) ?? [];
    if (found !== undefined && this.place !== 'other') {
      const frame = { start: millisecondsOf(start), end: millisecondsOf(end), layout: settings.trim() };
      this.cues.begin(frame, line.text + line.end, pieces);
      this.place = 'cue';
    } else if (this.place === 'cue' && line.text !== '') this.cues.add(line, pieces);
    else this.takeOther(line, pieces);
  }

  private takeOther(line: Line, pieces: TextPiece[]): void {
    if (line.text === '') this.place = 'between';
    else if (this.place === 'between') this.place = vttOtherBlock.test(line.text) ? 'other' : 'identifier';
    else if (this.place === 'identifier') this.place = 'other';
    if (this.place === 'other') this.cues.end(pieces);
    const text = this.place === 'header' ? line.text.replace(languageLine, this.relabel) : line.text;
    this.cues.copy(text + line.end, pieces);
  }

  private readonly relabel = (_line: string, before: string, tag: string): string => {
    this.ownLanguage = tag;
    return before + relabelled(tag, this.languages);
  };
}

const notVtt = (): FormatError => new FormatError('invalid', 'The file does not begin with WEBVTT.');
