import { checkXmlDeclaration } from './xml-declaration.js';
import { hostileXml, invalidXml } from './xml-errors.js';
import { blankEnd, nameEnd } from './xml-names.js';
import { outermostScope, readStartTag, type StartTag, type XmlScope } from './xml-start-tag.js';
import { characterData, withLineFeeds } from './xml-text.js';
import type { WholeElements, XmlLimits, XmlToken } from './xml-tokens.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 holds no other control characters
const unreadable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** Levels that a whole element is deep. */
const wholeDepth = 2;
const openings = ['<!--', '<![CDATA[', '<!DOCTYPE'] as const;

/** Cuts XML 1.0 with namespaces, as it comes in, into tokens, and refuses what is not well-formed. */
export class XmlTokenizer {
  private tokens: XmlToken[] = [];
  /** The text that has been read and is in no token yet. */
  private source = '';
  private sourceStart = 0;
  /** Where the next token begins in the source: there, or before that with comments. */
  private tokenStart = 0;
  private at = 0;
  /** Less than this is not worth another look: the piece that is being read has not ended. */
  private worth = 0;
  private isRootSeen = false;
  private readonly path: { name: string; outer: XmlScope }[] = [];
  private scope = outermostScope();
  /** The tags met in this chunk, as long as prefixes stand for the same. */
  private readonly known = new Map<string, StartTag>();

  constructor(
    private readonly limits: XmlLimits,
    private readonly wholes?: WholeElements,
  ) {}

  /** @throws FormatError */
  write(chunk: string): XmlToken[] {
    const end = chunk.search(unreadable);
    this.source += end < 0 ? chunk : chunk.slice(0, end);
    if (end < 0 && this.source.length < this.worth) return [];
    this.read();
    if (end >= 0) throw invalidXml();
    const { tokenLength } = this.limits;
    if (this.source.length > tokenLength) throw hostileXml('A part of the document has one huge piece.');
    this.worth = Math.min(2 * this.source.length, tokenLength + 1);
    return this.flush();
  }

  /** @throws FormatError */
  close(): XmlToken[] {
    this.read();
    const isInMarkup = this.source.includes('<', this.at);
    if (!this.isRootSeen || this.path.length > 0 || isInMarkup) throw invalidXml();
    this.passText(this.source.length);
    const { start, source, sourceStart } = this;
    if (source !== '') this.tokens.push({ kind: 'rest', start, end: sourceStart + source.length, raw: source });
    return this.flush();
  }

  private flush(): XmlToken[] {
    const { tokens } = this;
    this.tokens = [];
    return tokens;
  }

  /** Reads as far as the source has whole pieces. */
  private read(): void {
    const { source } = this;
    if (this.sourceStart + this.at === 0 && source.startsWith('\ufeff')) this.at = 1;
    for (;;) {
      const start = source.indexOf('<', this.at);
      if (start < 0) break;
      if (start > this.at) this.passText(start);
      const end = this.passMarkup(source, start);
      if (end === undefined) break;
      this.at = end;
    }
    this.known.clear();
    this.source = source.slice(this.tokenStart);
    this.sourceStart += this.tokenStart;
    this.at -= this.tokenStart;
    this.tokenStart = 0;
  }

  /** Puts the next token behind the piece that ends here; returns the source since the last one. */
  private take(end: number): string {
    const raw = this.source.slice(this.tokenStart, end);
    this.tokenStart = end;
    return raw;
  }

  /** Where the next token begins in the file. */
  private get start(): number {
    return this.sourceStart + this.tokenStart;
  }

  private addText(text: string, end: number): void {
    const { start } = this;
    this.tokens.push({ kind: 'text', text, start, end: this.sourceStart + end, raw: this.take(end) });
  }

  private addClose(end: number): void {
    const { start } = this;
    this.tokens.push({ kind: 'close', start, end: this.sourceStart + end, raw: this.take(end) });
  }

  /** Text outside the root is white space, and left to the next token. */
  private passText(end: number): void {
    const { source, at } = this;
    if (this.path.length > 0) {
      this.addText(characterData(source.slice(at, end)), end);
    } else if (blankEnd(source, at) < end) throw invalidXml();
    this.at = end;
  }

  /** Where the markup ends, undefined where the source does before that. */
  private passMarkup(source: string, start: number): number | undefined {
    switch (source[start + 1]) {
      case undefined:
        return undefined;
      case '/':
        return this.passEndTag(source, start);
      case '!':
        return this.passDeclaration(source, start);
      case '?':
        return this.passInstruction(source, start);
      default:
        return this.passWhole(source, start) ?? this.passStartTag(source, start);
    }
  }

  private passWhole(source: string, start: number): number | undefined {
    const depth = this.path.length;
    if (this.wholes === undefined || depth === 0 || depth + wholeDepth > this.limits.depth) return undefined;
    this.wholes.lastIndex = start;
    const found = this.wholes.exec(source);
    if (found === null) return undefined;
    const from = this.start;
    const end = start + found[0].length;
    this.tokens.push({ kind: 'whole', found, start: from, end: this.sourceStart + end, raw: this.take(end) });
    return end;
  }

  private passStartTag(source: string, start: number): number | undefined {
    const bracket = source.indexOf('>', start) + 1;
    if (bracket === 0) return undefined;
    const raw = source.slice(start, bracket);
    const known = this.known.get(raw);
    const read = known === undefined ? readStartTag(source, start, this.scope) : { tag: known, end: bracket };
    if (read === undefined) return undefined;
    const { tag, end } = read;
    const { name, prefix, local, uri, attributes, isWhole, scope } = tag;
    if (this.isRootSeen && this.path.length === 0) throw invalidXml();
    if (this.path.length === this.limits.depth) throw hostileXml('A part of the document is nested too deeply.');
    this.isRootSeen = true;
    const from = this.start;
    const to = this.sourceStart + end;
    this.tokens.push({ kind: 'open', name, prefix, local, uri, attributes, start: from, end: to, raw: this.take(end) });
    if (isWhole) this.addClose(end);
    else this.path.push({ name, outer: this.scope });
    if (scope === this.scope) {
      if (known === undefined && end === bracket) this.known.set(raw, tag);
    } else if (!isWhole) this.enter(scope);
    return end;
  }

  private enter(scope: XmlScope): void {
    this.scope = scope;
    this.known.clear();
  }

  private passEndTag(source: string, start: number): number | undefined {
    const bracket = source.indexOf('>', start);
    if (bracket < 0) return undefined;
    const element = this.path.pop();
    const nameEnds = start + 2 + (element?.name.length ?? 0);
    const isItsEnd = element !== undefined && source.startsWith(element.name, start + 2);
    if (!isItsEnd || blankEnd(source, nameEnds) !== bracket) throw invalidXml();
    this.addClose(bracket + 1);
    if (element.outer !== this.scope) this.enter(element.outer);
    return bracket + 1;
  }

  /** A comment, a CDATA section or a document type. */
  private passDeclaration(source: string, start: number): number | undefined {
    const opening = openings.find((each) => source.startsWith(each, start));
    if (opening === undefined) {
      const begun = source.slice(start);
      if (openings.some((each) => each.startsWith(begun))) return undefined;
      throw invalidXml();
    }
    if (opening === '<!DOCTYPE') {
      throw this.isRootSeen ? invalidXml() : hostileXml('A part of the document declares a document type.');
    }
    const from = start + opening.length;
    if (opening === '<!--') {
      const end = source.indexOf('--', from);
      if (end < 0 || end + 2 === source.length) return undefined;
      if (source[end + 2] !== '>') throw invalidXml();
      return end + 3;
    }
    if (this.path.length === 0) throw invalidXml();
    const end = source.indexOf(']]>', from);
    if (end < 0) return undefined;
    this.addText(withLineFeeds(source.slice(from, end)), end + 3);
    return end + 3;
  }

  private passInstruction(source: string, start: number): number | undefined {
    const end = source.indexOf('?>', start + 2) + 2;
    if (end === 1) return undefined;
    const nameEnds = nameEnd(source, start + 2);
    const name = source.slice(start + 2, nameEnds);
    if (name === '' || name.includes(':')) throw invalidXml();
    if (source[nameEnds] !== '?' && blankEnd(source, nameEnds) === nameEnds) throw invalidXml();
    if (name.toLowerCase() === 'xml') {
      const isFirst = this.sourceStart === 0 && (start === 0 || (start === 1 && source.startsWith('\ufeff')));
      if (!isFirst || name !== 'xml') throw invalidXml();
      checkXmlDeclaration(source.slice(start, end));
    }
    return end;
  }
}
