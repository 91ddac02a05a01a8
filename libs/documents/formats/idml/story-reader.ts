import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions, SegmentRole } from '#libs/documents/formats/format.port.js';
import { LeftTexts } from '#libs/documents/formats/left-texts.js';
import { type SkipReason, skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { addAll } from '../add-all.js';
import { alternativeText } from './alternative-text.js';
import type { Rewriting } from './idml-rewriting.js';
import { numberingText } from './shown-names.js';
import { StoryFlow } from './story-flow.js';
import type { Around, Path } from './story-items.js';
import { type StoryPiece, sourcePiece } from './story-pieces.js';
import { contentElement } from './story-writer.js';

type OpenToken = XmlToken & { kind: 'open' };

/** Units of a paragraph with all that stands in it, at most. */
const maxHeld = 16 * 1024 * 1024;

const looks = new Set(['ParagraphStyleRange', 'CharacterStyleRange']);
const once = new Set(['XMLElement', 'HyperlinkTextSource', 'EndnoteRange']);
/** Elements that stand for nothing by themselves, and what ends with them. */
const plain = new Map([
  ['Story', true],
  ['Table', true],
  ['Br', true],
  ['Row', false],
  ['Column', false],
]);
/** Elements that follow a start tag and belong to it. */
const properties = new Set(['Properties', 'XMLAttribute']);
/** Attributes of a range that do not make it look another. */
const invisible = /\s(?:AppliedLanguage|KerningValue|KerningMethod|Tracking|NoBreak|Self|CharacterDirection)="[^"]*"/g;

/** An open element of a story. */
type Frame =
  | { kind: 'around'; around: Around; isFresh: boolean }
  | { kind: 'plain'; endsParagraph: boolean }
  /** With a paragraph of its own, in another or in a table. */
  | { kind: 'flow'; flow: StoryFlow; pieces: StoryPiece[]; start: number; path: Path; isNested: boolean }
  /** Copied as it is, `depth` elements deep. */
  | {
      kind: 'opaque';
      pieces: StoryPiece[];
      start: number;
      depth: number;
      isProperty: boolean;
      /** Why text in it stays; undefined where there is none. */
      reason: SkipReason | undefined;
      isInContent: boolean;
    };

/** Cuts the XML of a story into segments and source. */
export class StoryReader {
  private done: StoryPiece[] = [];
  private readonly frames: Frame[] = [];
  private readonly flows: StoryFlow[];
  private path: Path = [];
  private held = 0;

  constructor(
    private readonly role: SegmentRole,
    private readonly options: FormatOptions,
    private readonly rewrite: Rewriting,
    /** Whether the source stands above its translation. */
    private readonly withSource = false,
    /** Counts text that is found and stays. */
    private readonly left = new LeftTexts(),
  ) {
    this.flows = [new StoryFlow(role, withSource, (pieces) => this.finish(pieces))];
  }

  /** The pieces that are finished, in the order of the source, without those that only copy it. */
  read(token: XmlToken): StoryPiece[] {
    this.held += token.raw.length;
    if (this.held > maxHeld) throw new FormatError('hostile', 'One paragraph of the document is too large.');
    const top = this.frames.at(-1);
    if (top?.kind === 'opaque') this.readOpaque(token, top);
    else if (token.kind === 'open') this.open(token);
    else if (token.kind === 'close') this.close(token);
    else {
      this.hold(sourcePiece(token.start, token.raw));
      if (token.kind === 'text' && this.isInContent) this.flow.addContent(token.raw, token.start, this.path);
      if (token.kind === 'rest') this.flow.end();
    }
    return this.done.splice(0);
  }

  private get flow(): StoryFlow {
    return this.flows.at(-1) as StoryFlow;
  }

  private get isInContent(): boolean {
    return this.path.at(-1) === contentElement;
  }

  private finish(pieces: readonly StoryPiece[]): void {
    this.held = 0;
    for (const piece of pieces) if (piece.kind === 'segment' || piece.isChanged) this.done.push(piece);
  }

  private hold(piece: StoryPiece): void {
    this.flow.hold(piece);
  }

  private tagPiece(token: OpenToken): StoryPiece {
    const text = this.rewrite(token);
    return sourcePiece(token.start, text, token.end, text !== token.raw);
  }

  private open(token: OpenToken): void {
    const { local } = token;
    const parent = this.frames.at(-1);
    if (parent?.kind === 'around' && parent.isFresh) {
      if (properties.has(local)) {
        this.openOpaque(token, true);
        return;
      }
      parent.isFresh = false;
    }
    if (local === 'Br' || local === 'Table') this.flow.end();
    const isEmpty = token.raw.endsWith('/>');
    if (looks.has(local) && isEmpty) this.openPlain(token, false);
    else if (looks.has(local)) this.openAround(token, 'look');
    else if ((once.has(local) || isInserted(token)) && !isEmpty) this.openAround(token, 'once');
    else if (local === 'Content') this.openAround(token, 'content');
    else if (local === 'HiddenText' && this.options.hidden) this.openAround(token, 'once');
    else if (local === 'Cell') this.openFlow(token, 'table', false);
    else if (local === 'Footnote') this.openFlow(token, 'note', true);
    else if (local === 'Note' && this.options.translateComments) this.openFlow(token, 'note', true);
    else if (plain.has(local) || this.frames.length === 0) this.openPlain(token, plain.get(local) ?? false);
    else this.openOpaque(token, false);
  }

  private openPlain(token: OpenToken, endsParagraph: boolean): void {
    this.frames.push({ kind: 'plain', endsParagraph });
    this.hold(this.tagPiece(token));
  }

  private openAround(token: OpenToken, kind: Around['kind']): void {
    const piece = this.tagPiece(token);
    this.hold(piece);
    this.left.add(skipReasons.field, numberingText(token) ?? '');
    this.left.end();
    const open = piece.kind === 'source' ? piece.text : '';
    const look = token.raw.replace(invisible, '');
    const isUnbroken = attributeOf(token.attributes, 'NoBreak') === 'true';
    const around =
      kind === 'content'
        ? contentElement
        : { kind, open, close: `</${token.name}>`, source: token.raw, look, isUnbroken };
    if (kind === 'once') {
      this.flow.add({ kind: 'open', start: token.start, end: token.end, path: this.path, element: around });
    }
    this.frames.push({ kind: 'around', around, isFresh: kind !== 'content' });
    this.path = [...this.path, around];
  }

  private openFlow(token: OpenToken, role: SegmentRole, isNested: boolean): void {
    const pieces: StoryPiece[] = [];
    const sink = (finished: readonly StoryPiece[]): void => {
      if (isNested) addAll(pieces, finished);
      else this.finish(finished);
    };
    if (isNested) pieces.push(this.tagPiece(token));
    else this.hold(this.tagPiece(token));
    if (!isNested) this.flow.end();
    const flow = new StoryFlow(isNested || this.role === 'body' ? role : this.role, this.withSource, sink);
    this.frames.push({ kind: 'flow', flow, pieces, start: token.start, path: this.path, isNested });
    this.flows.push(flow);
    this.path = [];
  }

  private openOpaque(token: OpenToken, isProperty: boolean): void {
    const reason = isProperty ? undefined : reasonOf(token);
    const frame: Frame = {
      kind: 'opaque',
      pieces: [],
      start: token.start,
      depth: 1,
      isProperty,
      reason,
      isInContent: false,
    };
    this.frames.push(frame);
    this.addOpaque(token, frame);
  }

  private readOpaque(token: XmlToken, frame: Frame & { kind: 'opaque' }): void {
    if (token.kind === 'open') frame.depth += 1;
    if (token.kind === 'close') frame.depth -= 1;
    if (token.kind === 'open' || token.kind === 'close')
      frame.isInContent = token.kind === 'open' && token.local === 'Content';
    else if (frame.reason !== undefined && frame.isInContent) this.left.add(frame.reason, token.raw);
    this.addOpaque(token, frame);
    if (frame.depth > 0) return;
    this.left.end();
    this.frames.pop();
    for (const piece of frame.pieces) this.hold(piece);
    const parent = this.frames.at(-1);
    if (frame.isProperty && parent?.kind === 'around') {
      const text = frame.pieces.map((piece) => (piece.kind === 'source' ? piece.text : '')).join('');
      parent.around.open += text;
      parent.around.source += text;
      // The empty one of a range says nothing of its look.
      if (frame.pieces.length > 2) parent.around.look += text.replace(/\s+/g, ' ');
    } else {
      const { start, pieces } = frame;
      this.flow.add({ kind: 'single', start, end: token.end, path: this.path, pieces });
    }
  }

  private addOpaque(token: XmlToken, frame: Frame & { kind: 'opaque' }): void {
    if (token.kind !== 'open') frame.pieces.push(sourcePiece(token.start, token.raw));
    else {
      const pieces = this.options.translateAltText ? alternativeText(token) : [];
      for (const piece of pieces.length > 1 ? pieces : [this.tagPiece(token)]) frame.pieces.push(piece);
    }
  }

  private close(token: XmlToken): void {
    const frame = this.frames.pop();
    if (frame?.kind === 'flow') this.closeFlow(token, frame);
    else {
      const piece = sourcePiece(token.start, token.raw);
      if (frame?.kind === 'around') this.closeAround(token, frame.around);
      else this.hold(piece);
      if (frame?.kind === 'plain' && frame.endsParagraph) this.flow.end();
    }
  }

  private closeAround(token: XmlToken, around: Around): void {
    // Instructions at the end of a text come with the tag behind them.
    const tagAt = around.kind === 'content' ? token.raw.lastIndexOf('</') : 0;
    if (tagAt > 0) this.flow.addContent(token.raw.slice(0, tagAt), token.start, this.path);
    if (tagAt > 0) this.hold(sourcePiece(token.start, token.raw.slice(0, tagAt)));
    const start = token.start + Math.max(tagAt, 0);
    this.hold(sourcePiece(start, token.raw.slice(Math.max(tagAt, 0))));
    this.path = this.path.slice(0, -1);
    if (around.kind === 'once')
      this.flow.add({ kind: 'close', start, end: token.end, path: this.path, element: around });
  }

  private closeFlow(token: XmlToken, { flow, pieces, start, path, isNested }: Frame & { kind: 'flow' }): void {
    flow.end();
    this.flows.pop();
    this.path = path;
    const piece = sourcePiece(token.start, token.raw);
    if (!isNested) {
      this.hold(piece);
      return;
    }
    pieces.push(piece);
    for (const inner of pieces) this.hold(inner);
    this.flow.add({ kind: 'single', start, end: token.end, path: this.path, pieces });
  }
}

/** Why text in an element that is copied stays. */
const reasonOf = ({ local }: OpenToken): SkipReason | undefined => {
  if (local === 'Note') return skipReasons.comments;
  if (local === 'HiddenText') return skipReasons.hidden;
  return local === 'Change' ? skipReasons.deleted : undefined;
};

/** Text that a tracked change has put in, or moved. */
const isInserted = ({ local, attributes }: OpenToken): boolean =>
  local === 'Change' && attributeOf(attributes, 'ChangeType') !== 'DeletedText';
