import { addPiece } from '../copied-pieces.js';
import { FormatError } from '../format.errors.js';
import type { SegmentRole } from '../format.port.js';
import type { FormattingChange } from './formatting.js';
import type { GroupState } from './group-state.js';
import type { Item, RtfPiece } from './items.js';
import type { Rewriting } from './rewriting.js';
import { underlines } from './rtf.words.js';
import { type RtfSegment, segmentOf, sourceOf } from './rtf-segment.js';
import type { SourceCopy } from './source-copy.js';

/** Characters of a segment from which on it ends before the next word. */
const longText = 16_000;
const manyItems = 5000;
const maxWordLength = 64 * 1024;
/** Items of a line whose source stands above its translation; a longer one has its source in several pieces. */
const maxCopied = 20_000;
/** UTF-16 units before a break that tell whether a sentence ends there. */
const sentenceWindow = 64;
const sentenceEnd = /[.!?:;…。！？]["'”’»)\]]*$/u;

/** The paragraph that is being read in one flow of text: the body, a footnote, a text box. */
export class Run {
  private items: Item[] = [];
  private words = '';
  private hasWords = false;
  /** The place of a line break behind which no word has come yet. */
  private breakAt: number | undefined;
  private role: SegmentRole = 'body';
  private lead = '';
  private behind = '';
  /** Where both languages stand in one file: the items and pieces of the line so far. */
  private ended: { items: Item[]; pieces: RtfPiece[]; segments: RtfSegment[] } = noItems();

  constructor(
    private readonly ownRole: SegmentRole,
    /** Where the pieces of finished paragraphs go. */
    public sink: RtfPiece[],
    private readonly rewriting: Pick<Rewriting, 'formatting'>,
    /** Omitted where the translation stands without its source. */
    private readonly copyOf?: SourceCopy,
  ) {}

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** Whether the paragraph has so many parts that it should end. */
  get isFull(): boolean {
    return this.items.length > manyItems;
  }

  /** Whether a word could begin here. */
  get isBetweenWords(): boolean {
    const last = this.items.at(-1);
    return last?.kind !== 'text' || last.isBlank;
  }

  addText(raw: string, text: string, skip: number): void {
    let isBlank = text.trim() === '';
    if (raw !== text) {
      this.addWord(raw, text, isBlank, skip);
      return;
    }
    isBlank ||= /^\s/.test(text);
    for (const word of text.match(/\s+|\S+/g) ?? []) {
      this.addWord(word, word, isBlank, skip);
      isBlank = !isBlank;
    }
  }

  private addWord(raw: string, text: string, isBlank: boolean, skip: number): void {
    const last = this.items.at(-1);
    if (last?.kind === 'text' && last.skip === skip && (text === '' || last.isBlank === isBlank)) {
      last.raw += raw;
      last.text += text;
      if (last.text.length > maxWordLength) throw new FormatError('hostile', 'A word of the RTF file is too long.');
    } else if (text === '' && last?.kind === 'break') {
      last.raw += raw;
    } else if (text === '') {
      this.items.push({ kind: 'invisible', raw, isState: false });
    } else {
      if (!isBlank && (this.words.length > longText || this.isFull)) this.end();
      if (!isBlank && this.breakAt !== undefined) this.decideBreak(this.breakAt, text);
      this.items.push({ kind: 'text', raw, text, isBlank, skip });
    }
    this.words += text;
    this.hasWords ||= !isBlank;
  }

  addBreak(raw: string): void {
    if (!this.hasWords || this.breakAt !== undefined) {
      this.items.push({ kind: 'single', raw });
      if (this.breakAt !== undefined) this.cut(this.breakAt);
      return;
    }
    this.breakAt = this.items.length;
    this.items.push({ kind: 'break', raw });
  }

  /** A break within a sentence stays in its segment; any other ends it. */
  private decideBreak(at: number, next: string): void {
    this.breakAt = undefined;
    if (/^\p{Ll}/u.test(next) && !sentenceEnd.test(this.words.slice(-sentenceWindow).trimEnd())) return;
    this.cut(at);
  }

  private cut(at: number): void {
    const rest = this.items.splice(at);
    const lead = this.lead;
    this.end();
    this.items = rest;
    this.lead = lead;
  }

  addInvisible(raw: string, isState: boolean): void {
    const last = this.items.at(-1);
    if (last?.kind === 'open' || (last?.kind === 'invisible' && last.isState === isState)) last.raw += raw;
    else if (!isState && last?.kind === 'text') last.raw += raw;
    else this.items.push({ kind: 'invisible', raw, isState });
  }

  /** A word of formatting; those at the start of a group are its look. */
  addControl(raw: string, word: string, param: number | undefined, change: FormattingChange | undefined): void {
    const last = this.items.at(-1);
    if (last?.kind === 'open') {
      last.raw += raw;
      last.look += `\\${word}${param ?? ''}`;
      last.underlines ||= underlines.has(word) && param !== 0;
    } else this.items.push({ kind: 'control', raw, word, isOff: param === 0, change });
  }

  addOpen(raw: string): void {
    this.items.push({ kind: 'open', raw, look: '', underlines: false });
  }

  addClose(raw: string): void {
    this.items.push({ kind: 'close', raw });
  }

  addSingle(raw: string): void {
    const last = this.items.at(-1);
    if (last?.kind === 'single') last.raw += raw;
    else if (last?.kind === 'nested' && last.isPicture) addPiece(last.pieces, raw);
    else this.items.push({ kind: 'single', raw });
  }

  addNested(pieces: RtfPiece[]): void {
    this.items.push({ kind: 'nested', pieces });
  }

  /** Begins a picture, which is one thing with what stands beside it and is no text. Its pieces go where this says. */
  addPicture(): RtfPiece[] {
    const last = this.items.at(-1);
    if (last?.kind === 'nested' && last.isPicture) return last.pieces;
    if (last?.kind === 'single') this.items.pop();
    const pieces = last?.kind === 'single' ? [last.raw] : [];
    this.items.push({ kind: 'nested', pieces, isPicture: true });
    return pieces;
  }

  /** Takes back something nested that is still open, so that it can be written for itself. */
  takeNested(): RtfPiece[] | undefined {
    const last = this.items.at(-1);
    if (last?.kind !== 'nested') return undefined;
    this.items.pop();
    return last.pieces;
  }

  /** Text begins, or goes on. `lead` is put before its translation. */
  begin({ isInTable, isHeading }: GroupState, lead: string): void {
    if (this.words !== '') return;
    // The value of a property has no formatting.
    this.lead = this.ownRole === 'alt_text' ? '' : lead;
    this.role = this.ownRole === 'body' ? roleOf(isInTable, isHeading) : this.ownRole;
  }

  /** Ends the segment where it stands. `mark` is the bytes that end it; behind a tab the line goes on. */
  end(mark = ''): void {
    const segment = segmentOf(this.items, this.role, this.lead, this.behind, this.rewriting.formatting);
    const pieces = segment ? [segment] : sourceOf(this.items);
    if (mark !== '') pieces.push(mark);
    if (segment) this.ended.segments.push(segment);
    this.behind = mark === '' ? lastRaw(this.items) : mark;
    this.holdEnded(pieces, mark);
    this.items = [];
    this.words = '';
    this.hasWords = false;
    this.breakAt = undefined;
  }

  private holdEnded(pieces: readonly RtfPiece[], mark: string): void {
    const { ended } = this;
    for (const piece of pieces) ended.pieces.push(piece);
    for (const item of this.items) ended.items.push(item);
    const isTab = /^\\tab(?![a-z])/.test(mark);
    if (isTab) ended.items.push({ kind: 'single', raw: mark });
    if (!this.copyOf || !isTab || ended.items.length > maxCopied) this.flush();
  }

  /** Ends the flow of text where it stands. */
  endFlow(): void {
    this.end();
    this.flush();
  }

  private flush(): void {
    const { items, pieces, segments } = this.ended;
    this.ended = noItems();
    if (this.copyOf && segments.length > 0) this.sink.push({ pieces, segments, copy: this.copyOf(items) });
    else for (const piece of pieces) this.sink.push(piece);
  }
}

const noItems = () => ({ items: [], pieces: [], segments: [] });

const roleOf = (isInTable: boolean, isHeading: boolean): SegmentRole =>
  isHeading ? 'heading' : isInTable ? 'table' : 'body';

const lastRaw = (items: readonly Item[]): string => {
  const last = items.at(-1);
  if (last?.kind !== 'nested') return last?.raw ?? '';
  const piece = last.pieces.at(-1);
  return typeof piece === 'string' ? piece : '';
};
