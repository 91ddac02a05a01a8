import type { LeftTexts } from '../left-texts.js';
import { skipReasons } from '../skip-reasons.js';
import { decodeBytes, isLeadByte } from './code-pages.js';
import type { GroupState } from './group-state.js';
import type { FontTable } from './header-tables.js';
import type { RtfToken } from './rtf.tokens.js';
import { characterSymbols, characterWords } from './rtf.words.js';
import type { Run } from './run.js';

/** Reads characters however they are written, and gives them to a run. */
export class CharacterReader {
  /** The code page and the font of the document. */
  codePage = 1252;
  defaultFont = 0;
  /** Characters still to skip behind `\uN`, and whether that was text. */
  private toSkip = 0;
  private isSkippingText = false;
  private lead: { raw: string; byte: number } | undefined;

  constructor(
    private readonly fonts: FontTable,
    private readonly readsHidden: boolean,
    private readonly left: LeftTexts,
  ) {}

  /** Ends what only goes on within a group. */
  interrupt(run: Run | undefined): void {
    this.toSkip = 0;
    if (this.lead) run?.addSingle(this.lead.raw);
    this.lead = undefined;
  }

  /** Takes a token that is a character; false for all others. */
  read(token: RtfToken, state: GroupState, run: Run): boolean {
    if (token.kind === 'ignored') {
      if (this.lead) this.lead.raw += token.raw;
      else run.addInvisible(token.raw, false);
      return true;
    }
    if (token.kind === 'text') {
      this.readText(token.raw, state, run);
      return true;
    }
    const text = token.kind === 'symbol' ? characterSymbols.get(token.symbol) : wordText(token);
    if (token.kind !== 'byte' && text === undefined && !isUnicode(token)) {
      this.interrupt(run);
      return false;
    }
    if (this.toSkip > 0 && !isUnicode(token)) {
      this.toSkip -= 1;
      this.skip(token.raw, state, run);
    } else if (token.kind === 'byte') this.readByte(token.raw, token.byte, state, run);
    else if (this.lead && token.kind === 'symbol' && text?.length === 1 && text < '\u0080') {
      this.readByte(token.raw, text.charCodeAt(0), state, run);
    } else {
      this.interrupt(run);
      if (isUnicode(token)) this.readUnicode(token.raw, token.param, state, run);
      else this.add(token.raw, text ?? '', state, run);
    }
    return true;
  }

  private readText(raw: string, state: GroupState, run: Run): void {
    let rest = raw;
    if (this.toSkip > 0) {
      const skipped = rest.slice(0, this.toSkip);
      this.toSkip -= skipped.length;
      this.skip(skipped, state, run);
      rest = rest.slice(skipped.length);
    }
    if (this.lead && rest !== '') {
      this.readByte(rest.slice(0, 1), rest.charCodeAt(0), state, run);
      rest = rest.slice(1);
    }
    if (rest !== '') this.add(rest, rest, state, run);
  }

  private skip(raw: string, state: GroupState, run: Run): void {
    if (this.isSkippingText) run.addText(raw, '', state.skip);
    else run.addSingle(raw);
  }

  private readByte(raw: string, byte: number, state: GroupState, run: Run): void {
    const codePage = this.codePageOf(state);
    if (codePage === 'symbol') {
      run.addSingle(raw);
      return;
    }
    if (!this.lead && isLeadByte(codePage, byte)) {
      this.lead = { raw, byte };
      return;
    }
    const bytes = this.lead ? [this.lead.byte, byte] : [byte];
    const whole = (this.lead?.raw ?? '') + raw;
    this.lead = undefined;
    const text = decodeBytes(codePage, bytes);
    if (text === undefined) run.addSingle(whole);
    else this.add(whole, text, state, run);
  }

  private readUnicode(raw: string, param: number, state: GroupState, run: Run): void {
    const code = param & 0xffff;
    this.toSkip = state.skip;
    // Signs of fonts that have no code page, and characters that no text has.
    const isNoText = code < 0x20 || (code >= 0xe000 && code <= 0xf8ff) || code === 0xfffe || code === 0xffff;
    this.isSkippingText = !isNoText && this.isText(state);
    if (isNoText) run.addSingle(raw);
    else if (this.isSkippingText && isSeparator(code)) run.addBreak(raw);
    else this.add(raw, String.fromCharCode(code), state, run);
  }

  private add(raw: string, text: string, state: GroupState, run: Run): void {
    if (this.isText(state)) {
      this.left.end();
      run.addText(raw, text, state.skip);
      return;
    }
    const isSign = this.codePageOf(state) === 'symbol';
    if (!isSign) this.left.add(state.isDeleted ? skipReasons.deleted : skipReasons.hidden, text);
    run.addSingle(raw);
  }

  private isText(state: GroupState): boolean {
    return !state.isDeleted && (!state.isHidden || this.readsHidden) && this.codePageOf(state) !== 'symbol';
  }

  private codePageOf({ font }: GroupState): number | 'symbol' {
    return this.fonts.codePage(font ?? this.defaultFont) ?? this.codePage;
  }
}

/** Whether a character separates lines or paragraphs, as programs of the Mac write line breaks. */
const isSeparator = (code: number): boolean => code === 0x2028 || code === 0x2029;

const wordText = (token: RtfToken): string | undefined =>
  token.kind === 'word' ? characterWords.get(token.word) : undefined;

const isUnicode = (token: RtfToken): token is RtfToken & { kind: 'word'; param: number } =>
  token.kind === 'word' && token.word === 'u' && token.param !== undefined;
