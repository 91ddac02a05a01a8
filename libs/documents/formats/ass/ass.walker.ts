import { FormatError } from '../format.errors.js';
import type { DocumentSummary, MergeSummary } from '../format.port.js';
import { skipReasons } from '../skip-reasons.js';
import { CueLines } from '../subtitles/cue-lines.js';
import { millisecondsOf } from '../subtitles/milliseconds.js';
import { type Line, LineSplitter, type LongLines } from '../text/lines.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { assSyntax, hasDrawing, linesOfText } from './ass.markup.js';
import { cellsOf, columnsOfFormat, type EventColumns } from './event-columns.js';

const usualColumns = columnsOfFormat('Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text');
const dialogue = /^Dialogue:/i;
/** UTF-16 code units of a line that is looked into; a longer one is a drawing, or karaoke by the syllable. */
const maxLineLength = 64 * 1024;
/** UTF-16 code units that may stand before the first section. */
const maxPreambleLength = 64 * 1024;

const isHighSurrogate = (codeUnit: number): boolean => (codeUnit & 0xfc00) === 0xd800;
const longLines: LongLines = {
  maxLength: maxLineLength,
  window: maxLineLength + 1,
  cutPoint: (text) => (isHighSurrogate(text.charCodeAt(maxLineLength - 1)) ? maxLineLength - 1 : maxLineLength),
};

/**
 * Everything but the text of `Dialogue:` lines is copied: script info, styles, comments, fonts, drawings. A segment is
 * what a speaker says in an event, its lines joined, or a sentence that goes on over events.
 */
export class AssWalker implements TextWalker {
  private readonly splitter = new LineSplitter(longLines);
  private readonly cues: CueLines;
  private columns: EventColumns | undefined;
  private section = '';
  private preamble = 0;
  private isLongLine = false;
  private skipped = 0;

  constructor(includeSource: boolean) {
    this.cues = new CueLines(assSyntax, includeSource, '\\N');
  }

  push(text: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.splitter.push(text)) this.take(line, pieces);
    return pieces;
  }

  end(): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.splitter.end()) this.take(line, pieces);
    if (this.section === '') throw notScript();
    this.cues.end(pieces);
    return pieces;
  }

  summary(): DocumentSummary {
    return this.skipped > 0 ? { skipped: [{ reason: skipReasons.longLine, count: this.skipped }] } : {};
  }

  mergeSummary(): MergeSummary {
    return this.cues.summary();
  }

  private take(line: Line, pieces: TextPiece[]): void {
    const isRest = this.isLongLine;
    this.isLongLine = line.end === '' && (isRest || line.text.length >= maxLineLength - 1);
    if (isRest || this.isLongLine) {
      if (!isRest && dialogue.test(line.text)) this.skipped += 1;
      this.copy(line, pieces);
      return;
    }
    const [, section] = /^\s*\[([^\]]+)\]\s*$/.exec(line.text) ?? [];
    if (section !== undefined) {
      this.section = section.trim().toLowerCase();
      this.columns = usualColumns;
    } else if (this.section === '') {
      this.preamble += line.text.length + line.end.length;
      if (this.preamble > maxPreambleLength) throw notScript();
    } else if (this.section === 'events') {
      if (dialogue.test(line.text) && this.takeDialogue(line, pieces)) return;
      if (/^Format:/i.test(line.text)) this.columns = columnsOfFormat(line.text.slice('Format:'.length));
    }
    this.copy(line, pieces);
  }

  private copy({ text, end }: Line, pieces: TextPiece[]): void {
    if (text.trim() !== '') this.cues.end(pieces);
    this.cues.copy(text + end, pieces);
  }

  /** Tells whether the line is one with a text to translate. */
  private takeDialogue({ text: line, end }: Line, pieces: TextPiece[]): boolean {
    const { columns } = this;
    const event = columns && cellsOf(line, columns);
    if (!event || hasDrawing(event.text)) return false;
    const { cells, text } = event;
    const frame = {
      start: millisecondsOf(cells[columns.start] ?? ''),
      end: millisecondsOf(cells[columns.end] ?? ''),
      layout: columns.layout.map((at) => (at === 0 ? cells[0]?.replace(dialogue, '') : cells[at])?.trim()).join(),
    };
    this.cues.begin(frame, line.slice(0, line.length - text.length), pieces);
    for (const part of linesOfText(text)) this.cues.add(part, pieces);
    this.cues.copy(end, pieces);
    return true;
  }
}

const notScript = (): FormatError => new FormatError('invalid', 'The file has no section of a subtitle script.');
