import type { MergeSummary } from '../format.port.js';
import type { Line } from '../text/lines.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { TextPiece } from '../text/text-walker.js';
import { type CueFrame, type CueSyntax, textsOfCue } from './cue-text.js';
import { SentenceGroups } from './sentence-groups.js';

/** Collects the lines of a cue, for formats in which a cue is a time line and the lines under it. */
export class CueLines {
  private readonly groups: SentenceGroups;
  private frame: CueFrame | undefined;
  private lines: Line[] = [];
  private length = 0;

  constructor(
    private readonly syntax: CueSyntax,
    includeSource: boolean,
    /** The line break to write where the cue has none. */
    private readonly newLine = '\n',
  ) {
    this.groups = new SentenceGroups(syntax, includeSource);
  }

  /** Whether a cue has begun. */
  get isWithin(): boolean {
    return this.frame !== undefined;
  }

  begin(frame: CueFrame, raw: string, pieces: TextPiece[]): void {
    this.copy(raw, pieces);
    this.frame = frame;
  }

  add(line: Line, pieces: TextPiece[]): void {
    if (this.length + line.text.length > maxSegmentLength) this.endText(pieces);
    this.lines.push(line);
    this.length += line.text.length;
  }

  /** The last line, when it is a number: that of the next cue, where no empty line stands between. */
  takeNumber(): string {
    const last = this.lines.at(-1);
    if (!last || !/^\s*\d+\s*$/.test(last.text)) return '';
    this.lines.pop();
    return last.text + last.end;
  }

  /** Ends what has been said so far; more may follow in the same cue. */
  copy(raw: string, pieces: TextPiece[]): void {
    this.endText(pieces);
    this.groups.copy(raw, pieces);
  }

  /** Ends the cue, and the sentence too. */
  end(pieces: TextPiece[]): void {
    this.endText(pieces);
    this.groups.flush(pieces);
    this.frame = undefined;
  }

  summary(): MergeSummary {
    return this.groups.summary();
  }

  private endText(pieces: TextPiece[]): void {
    const { lines, frame } = this;
    this.lines = [];
    this.length = 0;
    if (!frame) this.groups.copy(lines.map(({ text, end }) => text + end).join(''), pieces);
    else if (lines.length > 0)
      for (const text of textsOfCue(lines, frame, this.syntax, this.newLine)) this.groups.take(text, pieces);
  }
}
