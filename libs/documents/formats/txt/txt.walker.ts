import { plainText } from '#libs/text/segments/plain-text.js';
import { hasWording } from '#libs/text/segments/program-spans.js';
import { joinLines } from '../subtitles/subtitle-lines.js';
import { type Line, LineSplitter } from '../text/lines.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { continues, isHardWrapped, isProse, widthOf, wrapLike } from './hard-wrap.js';

/** Paragraphs that tell the width to which a file is wrapped. */
const lastWidths = 8;

/**
 * A segment is a line, or a cell of a line that has tabs, without the white space around it; a paragraph that was
 * wrapped at a fixed width is one segment, so that no sentence is cut, and is wrapped again to that width. Lines
 * longer than a segment are cut at sentence ends. Lines without a letter are copied.
 */
export class TxtWalker implements TextWalker {
  private readonly lines = new LineSplitter();
  private paragraph: Line[] = [];
  /** Widths of the last paragraphs that were wrapped. */
  private widths: readonly number[] = [];
  /** The line break that the file has. */
  private lineBreak = '\n';

  constructor(private readonly includeSource: boolean) {}

  push(text: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.lines.push(text)) this.take(line, pieces);
    return pieces;
  }

  end(): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const line of this.lines.end()) this.take(line, pieces);
    this.flush(pieces);
    return pieces;
  }

  private take(line: Line, pieces: TextPiece[]): void {
    this.lineBreak = line.end || this.lineBreak;
    if (!hasWording(line.text)) {
      if (this.paragraph.length > 0) this.flush(pieces);
      copy(line.text + line.end, pieces);
      return;
    }
    const length = this.paragraph.reduce((sum, { text }) => sum + text.length + 1, line.text.length);
    const goesOn = this.paragraph.length > 0 && length <= maxSegmentLength && continues(this.paragraph, line);
    if (!goesOn) this.flush(pieces);
    this.paragraph.push(line);
    if (line.end === '' || !isProse(line)) this.flush(pieces);
  }

  private flush(pieces: TextPiece[]): void {
    const lines = this.paragraph;
    this.paragraph = [];
    const lineBreak = this.includeSource ? this.lineBreak : undefined;
    if (isHardWrapped(lines, Math.max(0, ...this.widths))) {
      this.widths = [...this.widths, widthOf(lines)].slice(-lastWidths);
      addParagraph(lines, pieces, lineBreak);
    } else for (const line of lines) addLine(line, pieces, lineBreak);
  }
}

/** Copies a line without a letter. Files have millions of them, for which no quota is taken: a run of them is one piece. */
const copy = (text: string, pieces: TextPiece[]): void => {
  const last = pieces.at(-1);
  if (typeof last === 'string') pieces[pieces.length - 1] = last + text;
  else pieces.push(text);
};

/** With a line break, the source line goes under its translation. */
const addLine = ({ text, end }: Line, pieces: TextPiece[], lineBreak: string | undefined): void => {
  const isTable = text.trim().includes('\t');
  const under = lineBreak !== undefined && !isTable;
  for (const [, before = '', cell = '', after = ''] of text.matchAll(/(\s*)([^\t]*[^\t\s])?([^\S\t]*\t?)/g)) {
    if (!hasWording(cell)) pieces.push(before + cell + after);
    else {
      const source = under ? lineBreak + before + cell + (end === '' ? lineBreak : '') : '';
      pieces.push(
        before,
        segment(cell, cell.toWellFormed(), (translation) => translation + source),
        after,
      );
    }
  }
  pieces.push(end);
  if (isTable && lineBreak !== undefined && /\p{L}/u.test(text)) {
    pieces.push(end === '' ? lineBreak + text : text + end);
  }
};

/** With a line break, the source paragraph goes under its translation, behind an empty line. */
const addParagraph = (lines: readonly Line[], pieces: TextPiece[], lineBreak: string | undefined): void => {
  const all = lines.map(({ text, end }) => text + end).join('');
  const source = all.trim();
  const start = all.indexOf(source);
  const indent = all.slice(0, start);
  const text = joinLines(lines.map((line) => line.text.trim()).join('\n'));
  const under = lineBreak === undefined ? '' : lineBreak + lineBreak + indent + source;
  pieces.push(indent);
  pieces.push(segment(source, text.toWellFormed(), (translation) => wrapLike(lines, translation) + under));
  pieces.push(all.slice(start + source.length));
};

const segment = (source: string, text: string, write: (translation: string) => string): TextPiece => ({
  role: 'body',
  parts: [{ kind: 'text', text }],
  source,
  render: (translation) => write(plainText(translation)),
});
