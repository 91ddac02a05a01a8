import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { FormatError } from '../format.errors.js';
import type { SegmentRole } from '../format.port.js';
import { type InlineItem, type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import { cutPoint, cutWindow, maxSegmentLength } from '../text/sentence-cut.js';
import type { TextPiece, TextWalker, WalkContext } from '../text/text-walker.js';
import { blockElements, headings, isHtmlElement } from './html.elements.js';
import { decodeAttribute, decodeText, encodeAttribute, encodeText } from './html.encoding.js';
import { attributeValue, isShownMetadata, withTargetLanguage } from './html.tags.js';
import { UntranslatedRegion } from './untranslated-region.js';

/** UTF-16 code units of one token, at most; a longer tag, comment or word would have to be held in memory whole. */
const maxTokenLength = 16 * 1024 * 1024;
/** Items and code units that a run may hold before it is ended where it stands. */
const maxRunLength = { items: 500, raw: 1024 * 1024 };
const maxOpaqueLength = 64 * 1024;

const edgeSpace = {
  start: /^(?:\s+|&nbsp;?|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d|2003);|&e[mn]sp;)/i,
  end: /(?:\s+|&nbsp;?|&#(?:160|32|9|10|13);|&#x(?:a0|20|9|a|d|2003);|&e[mn]sp;)$/i,
};

const rawTextModes = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

/**
 * Cuts a page into blocks, by the standard's own tokenizer, and copies all else from the source. A segment is
 * the text of a block with its inline tags; content not to be translated within a sentence (code, `translate="no"`) is
 * one tag of it. Two line breaks in a row end a segment, and within `pre` one line does.
 */
export class HtmlWalker implements TextWalker {
  private readonly tokenizer: Tokenizer;
  private readonly region = new UntranslatedRegion();
  /** The source from `consumed` on, as an offset in the file. */
  private buffer = '';
  private consumed = 0;
  private pieces: TextPiece[] = [];
  private run: InlineItem[] = [];
  private runRaw = 0;
  private runText = '';
  /** Raw source of an inline element that is not to be translated, as long as it may become one tag of a segment. */
  private opaque = '';
  private role: SegmentRole = 'body';
  private tables = 0;
  private preformatted = 0;
  private xml = false;
  private sawHtml = false;
  private textEnd = 0;

  constructor(private readonly context: WalkContext) {
    const text = ({ location }: Token.CharacterToken): void => {
      // Between two such tokens the place is off by the length of a character reference; the last one's end is right.
      this.takeText(location?.startOffset ?? 0, false);
      this.textEnd = location?.endOffset ?? 0;
    };
    const copied = ({ location }: Token.CommentToken | Token.DoctypeToken): void => {
      this.takeText(location?.startOffset ?? 0, true);
      this.addTag({ kind: 'single', raw: this.takeRaw(location?.endOffset ?? 0) });
    };
    this.tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => this.onStartTag(token),
        onEndTag: (token) => this.onEndTag(token),
        onComment: (token) => {
          this.xml ||= /^\?xml\s/.test(token.data);
          copied(token);
        },
        onDoctype: copied,
        onCharacter: text,
        onWhitespaceCharacter: text,
        onNullCharacter: text,
        onEof: () => {},
        onParseError: null,
      },
    );
  }

  push(text: string): TextPiece[] {
    this.buffer += text;
    this.tokenizer.write(text, false);
    if (this.buffer.length > maxTokenLength) {
      throw new FormatError(
        'hostile',
        'A single tag, comment or word of the HTML file is longer than 16 million characters.',
      );
    }
    return this.takePieces();
  }

  end(): TextPiece[] {
    this.tokenizer.write('', true);
    this.takeText(Math.max(this.textEnd, this.consumed), true);
    this.endOpaque();
    this.endRun();
    // A tag that the end of the file cuts off is no text.
    this.pieces.push(this.takeRaw(this.consumed + this.buffer.length));
    if (!this.sawHtml) throw new FormatError('invalid', 'The file has no HTML element.');
    return this.takePieces();
  }

  private takePieces(): TextPiece[] {
    const pieces = this.pieces;
    this.pieces = [];
    return pieces;
  }

  private takeRaw(end: number): string {
    const raw = this.buffer.slice(0, end - this.consumed);
    this.buffer = this.buffer.slice(end - this.consumed);
    this.consumed = end;
    return raw;
  }

  private onStartTag(token: Token.TagToken): void {
    const { tagName: name, location } = token;
    this.takeText(location?.startOffset ?? 0, true);
    this.sawHtml ||= isHtmlElement(name);
    const source = this.takeRaw(location?.endOffset ?? 0);
    const wasWithin = this.region.within;
    const wasOpaque = !this.region.translated;
    const foreign = this.region.start(token);
    this.tokenizer.inForeignNode = this.region.foreign;
    const mode = rawTextModes.get(name);
    if (mode !== undefined && !foreign && !(this.xml && token.selfClosing)) this.tokenizer.state = mode;
    const isOpaque = !this.region.translated;
    if (wasOpaque && !isOpaque) this.endOpaque();
    if (isOpaque) {
      if (wasWithin && !wasOpaque) this.endRun();
      this.addOpaque(source, !foreign && blockElements.has(name));
      return;
    }
    const raw = this.context.languages ? withTargetLanguage(token, source, this.context.languages) : source;
    this.addStartTag(token, source, raw);
  }

  private addStartTag(token: Token.TagToken, source: string, raw: string): void {
    const name = token.tagName;
    if (blockElements.has(name)) {
      this.endRun();
      this.enterBlock(name);
      if (isShownMetadata(token)) this.addMetadata(token, source);
      else this.pieces.push(raw);
    } else if (name === 'br') this.addLineBreak(raw);
    else this.addTag({ kind: 'open', name, raw });
  }

  private onEndTag(token: Token.TagToken): void {
    const { tagName: name, location } = token;
    this.takeText(location?.startOffset ?? 0, true);
    const raw = this.takeRaw(location?.endOffset ?? 0);
    const wasOpaque = !this.region.translated;
    const isBlock = blockElements.has(name);
    this.region.end(token);
    this.tokenizer.inForeignNode = this.region.foreign;
    const isOpaque = !this.region.translated;
    if (isOpaque && !wasOpaque) this.endRun();
    if (isOpaque || (wasOpaque && !isBlock)) this.addOpaque(raw, false);
    if (wasOpaque && !isOpaque) this.endOpaque();
    if (isOpaque || (wasOpaque && !isBlock)) return;
    if (!isBlock) {
      this.addTag({ kind: 'close', name, raw });
      return;
    }
    this.endRun();
    this.leaveBlock(name);
    this.pieces.push(raw);
  }

  private enterBlock(name: string): void {
    if (name === 'table') this.tables += 1;
    if (name === 'pre') this.preformatted += 1;
    this.role = name === 'title' ? 'title' : headings.has(name) ? 'heading' : this.tables > 0 ? 'table' : 'body';
  }

  private leaveBlock(name: string): void {
    if (name === 'table') this.tables = Math.max(0, this.tables - 1);
    if (name === 'pre') this.preformatted = Math.max(0, this.preformatted - 1);
    if (name === 'title' || headings.has(name) || this.tables === 0) this.role = this.tables > 0 ? 'table' : 'body';
  }

  /** Takes the text up to an offset; where it may go on, only whole windows of it, so that the cut is the same. */
  private takeText(end: number, ends: boolean): void {
    if (!this.region.translated) {
      const raw = this.takeRaw(end);
      if (raw !== '') this.addOpaque(raw, false);
      return;
    }
    while (end - this.consumed > cutWindow) {
      const text = this.runText + this.buffer.slice(0, cutWindow);
      const cut = outsideOfReference(text, cutPoint(text)) - this.runText.length;
      if (cut > 0) this.addText(this.takeRaw(this.consumed + cut));
      this.endRun();
    }
    if (ends && end > this.consumed) this.addText(this.takeRaw(end));
  }

  private addText(raw: string): void {
    if (this.preformatted === 0) {
      this.addItem({ kind: 'text', raw });
      this.runText += raw;
      if (this.runText.length > maxSegmentLength) this.endRun();
      return;
    }
    for (const line of raw.split(/(?<=\r\n|\r(?!\n)|\n)/)) {
      this.addItem({ kind: 'text', raw: line });
      if (/[\r\n]$/.test(line)) this.endRun();
    }
  }

  private addTag(item: InlineItem): void {
    if (!this.region.translated) this.addOpaque(item.raw, false);
    else this.addItem(item);
  }

  private addItem(item: InlineItem): void {
    this.run.push(item);
    this.runRaw += item.raw.length;
    if (this.run.length > maxRunLength.items || this.runRaw > maxRunLength.raw) this.endRun();
  }

  private addLineBreak(raw: string): void {
    const before = this.run.findLast(({ kind, raw: text }) => kind !== 'text' || text.trim() !== '');
    if (before?.kind === 'single' && /^<br[\s/>]/i.test(before.raw)) this.endRun();
    this.addItem({ kind: 'single', raw });
  }

  private addMetadata(token: Token.TagToken, raw: string): void {
    const value = attributeValue(token, raw, 'content');
    if (!value || value.end - value.start > maxSegmentLength) {
      this.pieces.push(raw);
      return;
    }
    const [before, inner, after] = [raw.slice(0, value.start), raw.slice(value.start, value.end), raw.slice(value.end)];
    const encode = (text: string): string => {
      const encoded = encodeAttribute(text, this.context.codec);
      return value.quote === '' ? `"${encoded}"` : encoded;
    };
    const syntax = { role: 'title' as const, decode: decodeAttribute, encode, edgeSpace, collapse: true };
    this.pieces.push(before, ...piecesOfRun([{ kind: 'text', raw: inner }], syntax), after);
  }

  /** Source that is not to be translated: one tag of the run it stands in, unless it is a block or large. */
  private addOpaque(raw: string, isBlock: boolean): void {
    this.opaque += raw;
    if (!isBlock && this.opaque.length < maxOpaqueLength) return;
    this.endRun();
    this.pieces.push(this.opaque);
    this.opaque = '';
  }

  /** Ends an opaque element; content in it that is translated again is a segment of its own, so the two stay nested. */
  private endOpaque(): void {
    const raw = this.opaque;
    this.opaque = '';
    if (this.region.within) {
      this.endRun();
      this.pieces.push(raw);
    } else if (raw !== '') this.addItem({ kind: 'single', raw });
  }

  private endRun(): void {
    if (this.run.length === 0) return;
    const syntax: InlineSyntax = {
      role: this.role,
      decode: decodeText,
      encode: (text) => encodeText(text, this.context.codec),
      edgeSpace,
      collapse: this.preformatted === 0,
    };
    this.pieces.push(...piecesOfRun(this.run, syntax));
    this.run = [];
    this.runRaw = 0;
    this.runText = '';
  }
}

/** A place before the character reference that a cut would go through. */
const outsideOfReference = (text: string, cut: number): number => {
  const reference = /&[#\w]*$/.exec(text.slice(Math.max(0, cut - 40), cut));
  return reference && cut - reference[0].length > 0 ? cut - reference[0].length : cut;
};
