import { addPiece } from '../copied-pieces.js';
import { FormatError } from '../format.errors.js';
import type { FormatOptions, SegmentRole } from '../format.port.js';
import type { LeftTexts } from '../left-texts.js';
import { skipReasons } from '../skip-reasons.js';
import { ContentReader } from './content-reader.js';
import { plainFormatting } from './formatting.js';
import { type GroupKind, groupKind } from './group-kind.js';
import { type GroupState, rootState } from './group-state.js';
import { FieldInstruction, FontTable, type GroupReader, PropertyName, StyleSheet } from './header-tables.js';
import { instructionPieces } from './instruction-pieces.js';
import type { RtfPiece } from './items.js';
import { LeftGroup } from './left-group.js';
import { ListLabels } from './list-labels.js';
import { PictureText } from './picture-text.js';
import type { Rewriting } from './rewriting.js';
import { type RtfToken, RtfTokenizer } from './rtf.tokens.js';
import { entryDestinations, labelDestinations, pictureGroups } from './rtf.words.js';
import { Run } from './run.js';

/** Levels of groups, at most. */
const maxDepth = 1000;
/** Bytes of a paragraph with all that stands in it; a longer one ends where it has become so long. */
const maxHeld = 1024 * 1024;

/** Bytes of a group with texts that are translated in their place. */
const maxLabelLength = 64 * 1024;

/** A flow of text, or a group that holds such flows; the last of them is being read. */
interface Scope {
  run: Run | undefined;
  sink: RtfPiece[];
  /** In a picture that does not stay: of what is not its alternative text nothing is written. */
  isDropped: boolean;
}

/** Cuts RTF into segments and bytes to copy. Fed in chunks; the result does not depend on where they were cut. */
export class RtfWalker {
  private readonly tokenizer = new RtfTokenizer();
  private readonly fonts = new FontTable();
  private readonly styles = new StyleSheet();
  private readonly content: ContentReader;
  private readonly sink: RtfPiece[] = [];
  private readonly body: Run;
  private readonly scopes: Scope[];
  private readonly states: GroupState[] = [];
  private state: GroupState = { ...rootState };
  /** A group whose first word has not come yet. */
  private begun: { raw: string; isStarred: boolean } | undefined;
  /** Levels of the group that is copied as it is; 0 outside of one. */
  private opaque = 0;
  private reader: GroupReader | undefined;
  private picture: PictureText | undefined;
  private readonly labels = new ListLabels();
  /** A group with texts among its bytes, which is read as a whole. */
  private label: { word: string; raw: string } | undefined;
  private isStyleSheet = false;
  private held = 0;
  private hasBegun = false;
  private hasEnded = false;

  constructor(
    private readonly options: FormatOptions,
    private readonly rewriting: Rewriting,
    private readonly left: LeftTexts,
  ) {
    this.content = new ContentReader(this.fonts, this.styles, rewriting, options.hidden, left);
    this.body = new Run('body', this.sink, rewriting, rewriting.copyOf);
    this.scopes = [{ run: this.body, sink: this.sink, isDropped: false }];
  }

  /** @throws FormatError */
  push(chunk: string): RtfPiece[] {
    return this.readAll(this.tokenizer.push(chunk));
  }

  /** @throws FormatError */
  end(): RtfPiece[] {
    const pieces = this.readAll(this.tokenizer.end());
    if (!this.hasEnded) throw new FormatError('invalid', 'The RTF file ends before its last group does.');
    return pieces;
  }

  private readAll(tokens: readonly RtfToken[]): RtfPiece[] {
    for (const token of tokens) {
      if (this.hasEnded) this.sink.push(token.raw);
      else this.read(token);
    }
    return this.sink.splice(0);
  }

  private read(token: RtfToken): void {
    if (!this.hasBegun) this.begin(token);
    this.dispatch(token);
    this.hold(token);
  }

  private dispatch(token: RtfToken): void {
    if (this.opaque > 0) this.readOpaque(token);
    else if (this.begun) this.readFirst(token, this.begun);
    else if (token.kind === 'open') this.begun = { raw: token.raw, isStarred: false };
    else if (token.kind === 'close') this.closeGroup(token.raw);
    else this.readContent(token);
  }

  private hold(token: RtfToken): void {
    this.held = this.scopes.length === 1 && this.body.isEmpty ? 0 : this.held + token.raw.length;
    // Text comes in pieces of any length; wherever all else is cut makes no difference.
    const { run } = this;
    if (this.opaque === 0 && run && (token.kind === 'text' || !run.isBetweenWords)) return;
    if (run?.isFull && this.opaque === 0) run.end();
    if (this.held < maxHeld) return;
    this.held %= maxHeld;
    this.spill();
  }

  private begin(token: RtfToken): void {
    if (token.kind === 'word' && token.word === 'rtf' && this.begun) this.hasBegun = true;
    else if (token.kind !== 'open' || this.begun) throw new FormatError('invalid', 'The file is not an RTF document.');
  }

  private get scope(): Scope {
    return this.scopes.at(-1) ?? { run: undefined, sink: this.sink, isDropped: false };
  }

  private get run(): Run | undefined {
    return this.scope.run;
  }

  /** Copies bytes that are no text, as one thing in the paragraph that they stand in. */
  private copy(raw: string): void {
    const { run, sink, isDropped } = this.scope;
    if (run) run.addSingle(raw);
    else if (!isDropped) addPiece(sink, raw);
  }

  private readFirst(token: RtfToken, begun: { raw: string; isStarred: boolean }): void {
    if (token.kind === 'ignored') begun.raw += token.raw;
    else if (token.kind === 'symbol' && token.symbol === '*') {
      begun.raw += token.raw;
      begun.isStarred = true;
    } else {
      this.begun = undefined;
      this.openGroup(token.kind === 'word' ? token.word : '', begun);
      // The word that begins a value is none of the text that takes the place of a picture.
      if (token.kind !== 'word' || !this.scope.isDropped) this.dispatch(token);
    }
  }

  private openGroup(word: string, { raw, isStarred }: { raw: string; isStarred: boolean }): void {
    this.content.characters.interrupt(this.run);
    const isDropped =
      pictureGroups.has(word) && !this.rewriting.keepsPictures && !this.state.isDeleted && this.run !== undefined;
    const kind = this.kindOf(word, isStarred, isDropped);
    if (kind.is === 'opaque') {
      this.opaque = 1;
      this.reader = kind.reason === undefined ? this.readerOf(word) : new LeftGroup(this.left, kind.reason);
      this.isStyleSheet = word === 'stylesheet';
      this.picture = isDropped ? new PictureText() : undefined;
      const isLabel = labelDestinations.has(word) && kind.reason === undefined && !this.picture;
      this.label = isLabel ? { word, raw } : undefined;
      if (!isLabel) this.copy(this.picture ? '' : raw);
      return;
    }
    this.states.push(this.state);
    if (this.states.length > maxDepth)
      throw new FormatError('hostile', 'Groups of the RTF file are nested too deeply.');
    this.state = { ...this.state, endsFlow: kind.is !== 'inline' };
    if (word === 'field') this.state.field = new FieldInstruction();
    if (word === 'sp') this.state.property = new PropertyName();
    if (kind.is === 'inline') this.openInline(raw);
    else if (kind.is === 'flow') this.openFlow(raw, kind.role, entryDestinations.has(word));
    else this.openContainer(word, kind.is === 'picture' ? this.openPicture(raw, isDropped) : this.nestedScope(raw));
  }

  private kindOf(word: string, isStarred: boolean, isDropped: boolean): GroupKind {
    if (word === 'rtf' && this.states.length === 0) return { is: 'inline' };
    // A text that takes the place of a picture and is not translated is read as a whole.
    if (isDropped && !this.options.translateAltText) return { is: 'opaque' };
    return groupKind(word, isStarred, this.state, this.options);
  }

  private openInline(raw: string): void {
    const run = this.run;
    if (run) run.addOpen(raw);
    else this.copy(raw);
  }

  private openFlow(raw: string, role: SegmentRole | undefined, isEntry: boolean): void {
    const { sink, isDropped } = this.nestedScope(raw);
    const copyOf = role === 'title' || role === 'alt_text' ? undefined : this.rewriting.copyOf;
    this.scopes.push({ run: new Run(role ?? 'body', sink, this.rewriting, copyOf), sink, isDropped });
    if (isDropped) sink.push(placeStart);
    this.state = {
      ...rootState,
      isEntry,
      skip: this.state.skip,
      formatting: plainFormatting(this.state.formatting),
      endsFlow: true,
    };
  }

  private openContainer(word: string, scope: Scope): void {
    this.scopes.push(scope);
    const around = this.states.at(-2)?.container ?? '';
    this.state.holdsText = false;
    // The text of `\upr` in Unicode stands for a group of the kind around it.
    this.state.container = word === 'ud' ? around : word;
  }

  /** The scope of what begins here and has text of its own; a sink that is no paragraph's goes on. */
  private nestedScope(raw: string): Scope {
    const { run, sink, isDropped } = this.scope;
    if (!run) {
      if (!isDropped) addPiece(sink, raw);
      return { run: undefined, sink, isDropped };
    }
    const pieces: RtfPiece[] = [raw];
    run.addNested(pieces);
    return { run: undefined, sink: pieces, isDropped };
  }

  private openPicture(raw: string, isDropped: boolean): Scope {
    const sink = this.run?.addPicture() ?? this.scope.sink;
    if (!isDropped) addPiece(sink, raw);
    return { run: undefined, sink, isDropped };
  }

  private closeGroup(raw: string): void {
    this.content.characters.interrupt(this.run);
    const state = this.states.pop();
    if (!state) throw new FormatError('invalid', 'The RTF file closes a group that is not open.');
    if (this.state.endsFlow) {
      const { run, sink, isDropped } = this.scopes.pop() ?? this.scope;
      run?.endFlow();
      if (!isDropped) addPiece(sink, raw);
      else if (run) endPlace(sink);
    } else if (this.run) this.run.addClose(raw);
    else this.copy(raw);
    this.state = state;
    if (this.states.length > 0) return;
    this.body.endFlow();
    this.hasEnded = true;
  }

  private readerOf(word: string): GroupReader | undefined {
    if (word === 'fonttbl') return this.fonts;
    if (word === 'stylesheet') return this.styles;
    if (word === 'sn') return this.state.property;
    return word === 'fldinst' ? this.state.field : undefined;
  }

  private readOpaque(token: RtfToken): void {
    if (token.kind === 'open') this.opaque += 1;
    if (this.opaque > maxDepth) throw new FormatError('hostile', 'Groups of the RTF file are nested too deeply.');
    if (token.kind === 'close') this.opaque -= 1;
    if (this.opaque > 0) this.reader?.read(token);
    if (this.picture) this.picture.read(token);
    else if (this.label) this.addToLabel(this.label, token.raw);
    else this.copy(this.isStyleSheet && token.kind === 'word' ? this.rewriting.word(token) : token.raw);
    if (this.opaque > 0) return;
    if (this.picture) this.copy(this.picture.text);
    if (this.label) this.endLabel(this.label);
    this.picture = undefined;
    this.reader?.end?.();
    this.reader = undefined;
    this.isStyleSheet = false;
  }

  /** A group that is longer than any with texts is copied as it is. */
  private addToLabel(label: { raw: string }, raw: string): void {
    label.raw += raw;
    if (label.raw.length <= maxLabelLength) return;
    this.copy(label.raw);
    this.label = undefined;
  }

  private endLabel({ word, raw }: { word: string; raw: string }): void {
    this.label = undefined;
    const pieces = this.labelPieces(word, raw);
    const texted = pieces.some((piece) => typeof piece !== 'string');
    const sink = texted ? (this.run?.addPicture() ?? this.scope.sink) : undefined;
    for (const piece of pieces) {
      if (sink !== undefined) addPiece(sink, piece);
      else if (typeof piece === 'string') this.copy(piece);
    }
  }

  private labelPieces(word: string, raw: string): readonly RtfPiece[] {
    if (word === 'leveltext') return [this.labels.level(raw)];
    if (word === 'levelnumbers') return [this.labels.numbers(raw)];
    const isLeft = this.state.isDeleted || (this.state.isHidden && !this.options.hidden);
    if (word === 'fldinst') return isLeft ? [raw] : instructionPieces(raw);
    if (word === 'pn' || word === 'pnseclvl') return [isLeft ? raw : this.labels.numbering(raw)];
    const piece = this.labels.inText(raw) ?? (word === 'pntext' && !isLeft ? this.labels.ofParagraph(raw) : undefined);
    if (piece !== undefined) return [piece];
    this.left.add(skipReasons.field, raw);
    this.left.end();
    return [raw];
  }

  private readContent(token: RtfToken): void {
    const run = this.run;
    if (run && this.state.holdsText) this.content.read(token, this.state, run);
    else this.copy(token.raw);
  }

  /** Ends all flows of text where they stand, so that what has been held can be written. */
  private spill(): void {
    const { sink } = this;
    for (const scope of this.scopes) {
      const { run } = scope;
      scope.sink = sink;
      if (!run) continue;
      const nested = run.takeNested();
      run.sink = sink;
      run.endFlow();
      if (nested) for (const piece of nested) sink.push(piece);
    }
  }
}

/** Bytes before a text in the place of a picture: it stands apart from the words around it. */
const placeStart = '{ ';

const endPlace = (sink: RtfPiece[]): void => {
  if (sink.at(-1) === placeStart) sink.pop();
  else sink.push(' }');
};
