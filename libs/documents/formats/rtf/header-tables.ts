import { codePageOfCharset, symbolCharset } from './code-pages.js';
import type { RtfToken } from './rtf.tokens.js';

/** Fonts and styles of a document that are kept, at most; more are as if they were not there. */
const maxEntries = 20_000;

/** Reads the tokens of a group that is copied. */
export interface GroupReader {
  read(token: RtfToken): void;
  /** Tells that the group has ended. */
  end?(): void;
}

/** The code pages of fonts by their numbers; `symbol` for fonts of signs. */
export class FontTable implements GroupReader {
  private readonly codePages = new Map<number, number | 'symbol'>();
  private font = 0;

  read(token: RtfToken): void {
    if (token.kind !== 'word' || token.param === undefined) return;
    const { word, param } = token;
    if (word === 'f') this.font = param;
    const codePage = word === 'fcharset' ? pageOf(param) : word === 'cpg' && param > 0 ? param : undefined;
    if (codePage !== undefined && this.codePages.size < maxEntries) this.codePages.set(this.font, codePage);
  }

  codePage(font: number): number | 'symbol' | undefined {
    return this.codePages.get(font);
  }
}

const pageOf = (charset: number): number | 'symbol' | undefined =>
  charset === symbolCharset ? 'symbol' : codePageOfCharset(charset);

const headingName = /^\s*(?:heading [1-9]|title|subtitle)\s*(?:[;,]|$)/i;

/** The numbers of the paragraph styles that make a heading, by built-in name or outline level. */
export class StyleSheet implements GroupReader {
  private readonly headings = new Set<number>();
  private depth = 0;
  private style: number | undefined;
  private name = '';

  read(token: RtfToken): void {
    if (token.kind === 'open') {
      this.depth += 1;
      if (this.depth === 1) {
        this.style = 0;
        this.name = '';
      }
    } else if (token.kind === 'close') {
      this.depth -= 1;
      if (this.depth === 0 && headingName.test(this.name)) this.addHeading();
    } else if (token.kind === 'word' && this.depth === 1) {
      if (token.word === 's') this.style = token.param;
      if (token.word === 'cs' || token.word === 'ts' || token.word === 'ds') this.style = undefined;
      if (token.word === 'outlinelevel' && (token.param ?? 9) < 9) this.addHeading();
    } else if (token.kind === 'text' && this.depth === 1) this.name = (this.name + token.raw).slice(0, 64);
  }

  isHeading(style: number): boolean {
    return this.headings.has(style);
  }

  private addHeading(): void {
    if (this.style !== undefined && this.headings.size < maxEntries) this.headings.add(this.style);
  }
}

/** The name of a property of a shape, as much as tells whether it is the alternative text. */
export class PropertyName implements GroupReader {
  private name = '';

  read(token: RtfToken): void {
    if (token.kind === 'text') this.name = (this.name + token.raw).slice(0, maxInstruction);
  }

  /** Whether it is the text of word art, such as a watermark. */
  get isShownText(): boolean {
    return this.name.trim() === 'gtextUNICODE';
  }

  get isAlternativeText(): boolean {
    return this.name.trim() === 'wzDescription';
  }
}

const translatedFields = new Set('HYPERLINK TOC TOA INDEX QUOTE FORMTEXT FORMDROPDOWN INCLUDETEXT IF'.split(' '));
const maxInstruction = 64;

/** The start of a field's instruction, as much as tells its kind. */
export class FieldInstruction implements GroupReader {
  private text = '';
  private holdsField = false;

  read(token: RtfToken): void {
    if (token.kind === 'text') this.text = (this.text + token.raw).trimStart().slice(0, maxInstruction);
    else if (token.kind === 'word' && token.word === 'field') this.holdsField = true;
  }

  /** Whether the result is text of the document, not what a reader computes from elsewhere. */
  get isTranslated(): boolean {
    const name = this.text.split(/\s/)[0]?.toUpperCase() ?? '';
    return translatedFields.has(name) && !(name === 'IF' && this.holdsField);
  }
}
