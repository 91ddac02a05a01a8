import { addAll } from '../add-all.js';
import type { InlineItem } from '../inline/inline-run.js';
import type { TextCodec } from '../text/text-codec.js';
import type { TextPiece } from '../text/text-walker.js';
import type { ItsRules, RuleState } from './its-rules.js';
import { noComment, type SourceComment } from './source-comment.js';
import { type Frame, type Held, itemsOf, itemsOfUnit, standsAlone, type Unit } from './xml-frame.js';
import { sourceOf, xmlPieces } from './xml-runs.js';

const lineBreaks = new Set(['br', 'lb', 'break', 'linebreak', 'newline']);
/** Items of a segment before it is ended where it stands. */
const maxItems = 500;
/** Limits of the content that an element may hold before it is taken for a container. */
const maxHeld = { units: 64, length: 64 * 1024 };

/**
 * The open elements of an XML file. An element with text of its own is a segment with all in it; an element without is
 * a container, which is known where a second line begins between its children, or when it ends.
 */
export class XmlFrames {
  /** The last key of a property list; undefined in any other file. */
  listKey: string | undefined;
  private readonly frames: Frame[] = [];
  private pieces: TextPiece[] = [];
  private run: InlineItem[] = [];
  private opaque = '';

  constructor(
    private readonly codec: TextCodec,
    private readonly comment: SourceComment = noComment,
  ) {}

  get current(): Frame | undefined {
    return this.frames.at(-1);
  }

  /** Code units of the text of the segment so far. */
  get runText(): string {
    return this.run.map((item) => (item.kind === 'text' ? item.raw : '')).join('');
  }

  /** Whether a line break is the last of the segment so far. */
  get endsInBreak(): boolean {
    const last = this.run.findLast(({ kind, raw }) => kind !== 'text' || /\S/.test(raw));
    return last?.kind === 'single' && last.apart === true;
  }

  /** Follows rules that the document has just stated down to the open elements. */
  followAgain(rules: ItsRules): void {
    let above: RuleState | undefined;
    for (const frame of this.frames) {
      frame.rules = rules.enter(above, frame.element).state;
      above = frame.rules;
    }
  }

  takePieces(): TextPiece[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }

  open(frame: Frame): void {
    if (this.run.length > maxItems) this.settle();
    if (frame.state === 'opaque') this.opaque += frame.raw;
    else if (frame.state === 'inline') this.run.push({ kind: 'open', name: frame.name, raw: frame.raw });
    this.frames.push(frame);
  }

  close(raw: string): void {
    const frame = this.frames.pop();
    if (!frame) return;
    if (frame.state === 'opaque') this.closeOpaque(raw);
    else if (frame.state === 'inline') this.closeInline(frame, raw);
    else if (frame.state === 'container') this.pieces.push(raw);
    else if (frame.state === 'run') this.closeRun(frame, raw);
    else this.closeUndecided(frame, raw);
  }

  /** Adds to the segment of the current element, which becomes one where it was none. */
  addToRun(...items: readonly InlineItem[]): void {
    const frame = this.current;
    if (frame?.state === 'undecided' && frame.held.some(standsAlone)) this.settle();
    if (frame?.state === 'undecided') {
      this.run = itemsOf(frame.held);
      frame.held = [];
      frame.state = 'run';
    } else if (frame?.state === 'container') frame.state = 'run';
    addAll(this.run, items);
  }

  /** Source that is not translated, in whatever the current element is. */
  copy(raw: string, kind: 'raw' | 'opaque' = 'raw'): void {
    const frame = this.current;
    if (this.run.length > maxItems) this.settle();
    if (frame?.state === 'opaque') this.addOpaque(raw);
    else if (frame?.state === 'undecided') this.hold(frame, { kind, raw }, raw.length);
    else if (frame?.state === 'run' || frame?.state === 'inline') {
      this.run.push(kind === 'raw' && /^\s*$/.test(raw) ? { kind: 'text', raw } : { kind: 'single', raw });
    } else this.pieces.push(raw);
  }

  /** Whether the current element has children that may stand for themselves. */
  get hasUnits(): boolean {
    return this.current?.state === 'undecided' && this.current.held.some(({ kind }) => kind === 'unit');
  }

  /** Writes all that is held: what is open is a container, and a segment ends. */
  settle(): void {
    const last = this.frames.findLast(({ state }) => state === 'run');
    for (const frame of this.frames) {
      if (frame.state === 'undecided') {
        this.writeStart(frame);
        for (const one of frame.held) this.write(one);
        frame.held = [];
        frame.state = 'container';
      } else if (frame.state === 'run') {
        if (frame === last) this.endRun(frame);
        else this.writeStart(frame);
      }
    }
    if (this.opaque !== '') this.pieces.push(this.opaque);
    this.opaque = '';
  }

  push(pieces: readonly TextPiece[]): void {
    addAll(this.pieces, pieces);
  }

  private writeStart(frame: Frame): void {
    if (!frame.isWritten) this.pieces.push(frame.raw);
    frame.isWritten = true;
  }

  /** Ends a segment; its source stands before the element whose first text it is. */
  private endRun(frame: Frame): void {
    const start = frame.isWritten ? [] : [frame.raw];
    frame.isWritten = true;
    this.writeText(start, this.run, frame);
    this.run = [];
  }

  private writeText(
    start: readonly string[],
    items: readonly InlineItem[],
    { role, isSpaceKept, isEscaped, listKey }: Pick<Frame, 'role' | 'isSpaceKept' | 'isEscaped' | 'listKey'>,
  ): void {
    const traits = { role, isSpaceKept, isEscaped, codec: this.codec, listKey };
    const pieces = items.length === 0 ? [] : xmlPieces(items, traits);
    addAll(this.pieces, this.comment([...start, ...pieces]));
  }

  /** Adds pieces that are a text of their own in the current element. */
  addText(pieces: readonly TextPiece[]): void {
    const frame = this.current;
    const isFirst = frame?.state === 'undecided' && !frame.isWritten && sourceOf(itemsOf(frame.held)).trim() === '';
    const start = isFirst ? [frame.raw, sourceOf(itemsOf(frame.held))] : [];
    if (isFirst) {
      frame.isWritten = true;
      frame.held = [];
    }
    this.settle();
    addAll(this.pieces, this.comment([...start, ...pieces]));
  }

  private write(held: Held): void {
    if (held.kind !== 'unit') this.pieces.push(held.raw);
    else {
      const { open, items, close } = held.unit;
      this.writeText([open.raw], items, held.unit);
      this.pieces.push(close.raw);
    }
  }

  /** An element without content is one tag. */
  private closeInline({ name }: Frame, raw: string): void {
    const last = this.run.at(-1);
    if (last?.kind !== 'open' || last.name !== name) {
      this.run.push({ kind: 'close', name, raw });
      return;
    }
    const single: InlineItem = { kind: 'single', raw: last.raw + raw };
    this.run[this.run.length - 1] = lineBreaks.has(name.toLowerCase()) ? { ...single, apart: true } : single;
  }

  private closeRun(frame: Frame, raw: string): void {
    const { name, role, isSpaceKept, isEscaped, standsAlone, listKey } = frame;
    if (frame.isWritten) {
      this.endRun(frame);
      this.pieces.push(raw);
      return;
    }
    const items = this.run;
    this.run = [];
    const open: InlineItem = { kind: 'open', name, raw: frame.raw };
    const close: InlineItem = { kind: 'close', name, raw };
    this.deliver({ open, items, close, role, isSpaceKept, isEscaped, standsAlone, listKey });
  }

  /** An element without text of its own: empty, around one other element, or a container. */
  private closeUndecided(frame: Frame, raw: string): void {
    const { name, role, isSpaceKept, held } = frame;
    const isEscaped = frame.isEscaped || held.some((one) => one.kind === 'unit' && one.unit.isEscaped);
    const listKey = held.find((one) => one.kind === 'unit')?.unit.listKey;
    const isAlone = frame.standsAlone || held.some(standsAlone);
    const units = held.filter(({ kind }) => kind === 'unit').length;
    if (units === 0) this.copy(frame.raw + sourceOf(itemsOf(held)) + raw, 'opaque');
    else if (units === 1) {
      const open: InlineItem = { kind: 'open', name, raw: frame.raw };
      const close: InlineItem = { kind: 'close', name, raw };
      this.deliver({ open, items: itemsOf(held), close, role, isSpaceKept, isEscaped, standsAlone: isAlone, listKey });
    } else {
      this.frames.push(frame);
      this.settle();
      this.frames.pop();
      this.pieces.push(raw);
    }
  }

  private deliver(unit: Unit): void {
    const frame = this.current;
    if (frame?.state === 'undecided') {
      this.hold(frame, { kind: 'unit', unit }, sourceOf(itemsOfUnit(unit)).length);
      return;
    }
    this.settle();
    this.write({ kind: 'unit', unit });
  }

  private hold(frame: Frame, held: Held, length: number): void {
    frame.held.push(held);
    frame.heldLength += length;
    if (frame.held.length > maxHeld.units || frame.heldLength > maxHeld.length) this.settle();
  }

  private addOpaque(raw: string): void {
    this.opaque += raw;
    if (this.opaque.length > maxHeld.length) this.settle();
  }

  private closeOpaque(raw: string): void {
    this.opaque += raw;
    if (this.current?.state === 'opaque') return;
    const source = this.opaque;
    this.opaque = '';
    this.copy(source, 'opaque');
  }
}
