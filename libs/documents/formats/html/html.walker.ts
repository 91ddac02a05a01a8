import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { addAll } from '../add-all.js';
import { addPiece } from '../copied-pieces.js';
import { FormatError } from '../format.errors.js';
import type { DocumentSummary, FormatOptions, MergeOptions, SegmentRole, SkippedText } from '../format.port.js';
import type { InlineItem, InlineSyntax } from '../inline/inline-run.js';
import { cutPoint, cutWindow } from '../text/sentence-cut.js';
import { rawTextOf, type TextPiece, type TextWalker, type WalkContext } from '../text/text-walker.js';
import { blockElements, headings, isHtmlElement, replacedElements } from './html.elements.js';
import { encodeText } from './html.encoding.js';
import { HtmlRun } from './html-run.js';
import { sourceCopy, wordsAtEdges } from './source-copy.js';
import { relabelledTag, type TagRules, tagPieces } from './tag-pieces.js';
import { TemplateMask } from './template-mask.js';
import { UntranslatedRegion } from './untranslated-region.js';

/** UTF-16 code units of one token, at most; a longer tag, comment or word would have to be held in memory whole. */
const maxTokenLength = 16 * 1024 * 1024;
const maxOpaqueLength = 64 * 1024;

/** The beginning and the end of a comment that some programs read as a part of the page. */
const condition = /^\[if\s[^\]]{1,200}\]>/i;
const conditionEnd = '<![endif]';

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
 * one tag of it. A line break that separates ends a segment, and within a `pre` that says that it is to be translated every line does.
 * The text that an attribute shows is a segment, before the one whose tag it is in.
 */
export class HtmlWalker implements TextWalker {
  private readonly tokenizer: Tokenizer;
  private readonly mask = new TemplateMask();
  private readonly options: FormatOptions;
  private readonly skippedWithin: SkippedText[] = [];
  private readonly region: UntranslatedRegion;
  private readonly tagRules: TagRules;
  /** For an element of which nothing but the attributes is translated. */
  private readonly opaqueRules: TagRules;
  /** The source from `consumed` on, as an offset in the file, as far as the tokenizer has it. */
  private buffer = '';
  /** The text behind that, which the tokenizer does not have yet. */
  private waiting = '';
  private consumed = 0;
  private pieces: TextPiece[] = [];
  private readonly run = new HtmlRun();
  /** An inline element that is not to be translated, as long as it may become one tag of a segment. */
  private opaque: TextPiece[] = [];
  private opaqueLength = 0;
  private role: SegmentRole = 'body';
  private tables = 0;
  private preformatted = 0;
  /** Within an element that can hold nothing but text. */
  private textOnly = false;
  private xml = false;
  /** Whether the page names name spaces: what XML programs read has elements that close themselves. */
  private namesSpaces = false;
  private sawHtml = false;
  private textEnd = 0;

  constructor(
    private readonly context: WalkContext,
    options: FormatOptions,
    private readonly merging?: MergeOptions,
    /** Whether the text is a part of a page, which may have no elements. */
    private readonly isPart = false,
  ) {
    this.options = options;
    this.region = new UntranslatedRegion(options.hidden);
    this.opaqueRules = { codec: context.codec, translateAltText: options.translateAltText, keepsPictures: true };
    this.tagRules = { ...this.opaqueRules, ...context, keepsPictures: merging?.preserveImages ?? true };
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
          if (!this.region.translated || !this.takeConditional(token)) copied(token);
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
    this.waiting += text;
    // The tokenizer copies what it holds of a token each time that it is given more.
    if (this.waiting.length * 8 >= this.buffer.length) this.tokenize(false);
    if (this.buffer.length + this.waiting.length > maxTokenLength) {
      throw new FormatError(
        'hostile',
        'A single tag, comment or word of the HTML file is longer than 16 million characters.',
      );
    }
    return this.takePieces();
  }

  end(): TextPiece[] {
    this.tokenize(true);
    this.takeText(Math.max(this.textEnd, this.consumed), true);
    this.endOpaque();
    this.endRun();
    // A tag that the end of the file cuts off is no text.
    this.pieces.push(this.takeRaw(this.consumed + this.buffer.length));
    if (!this.sawHtml && !this.isPart && !this.mask.hasBlocks)
      throw new FormatError('invalid', 'The file has no HTML element.');
    return this.takePieces();
  }

  summary(): DocumentSummary {
    return { skipped: merged([...this.region.skipped(), ...this.skippedWithin]) };
  }

  /** Reads a comment that is a part of the page for some programs alone, such as the half of a mail for Outlook. */
  private takeConditional({ data, location }: Token.CommentToken): boolean {
    const opening = condition.exec(data)?.[0];
    if (opening === undefined || !data.endsWith(conditionEnd)) return false;
    this.takeText(location?.startOffset ?? 0, true);
    const raw = this.takeRaw(location?.endOffset ?? 0);
    const start = raw.indexOf(opening) + opening.length;
    const end = raw.lastIndexOf(conditionEnd);
    const within = new HtmlWalker(this.context, this.options, this.merging, true);
    const pieces = [raw.slice(0, start), ...within.push(raw.slice(start, end)), ...within.end(), raw.slice(end)];
    addAll(this.skippedWithin, within.summary().skipped ?? []);
    this.addItem({ kind: 'single', raw, pieces });
    return true;
  }

  private tokenize(isLast: boolean): void {
    this.buffer += this.waiting;
    const text = this.waiting;
    this.waiting = '';
    this.tokenizer.write(this.mask.push(text) + (isLast ? this.mask.end() : ''), isLast);
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
    this.namesSpaces ||= name === 'html' && token.attrs.some((attribute) => /^xmlns(?::|$)/.test(attribute.name));
    const isWhole = token.selfClosing && (this.xml || this.namesSpaces);
    const foreign = this.region.start(token, isWhole);
    this.tokenizer.inForeignNode = this.region.foreign;
    const mode = rawTextModes.get(name);
    if (mode !== undefined && !foreign && !isWhole) this.tokenizer.state = mode;
    if (name === 'pre' && !isWhole) this.preformatted += 1;
    const isOpaque = !this.region.translated;
    if (wasOpaque && !isOpaque) this.endOpaque();
    if (isOpaque) {
      if (wasWithin && !wasOpaque) this.endRun();
      const isShown = !wasOpaque && !this.region.isStated(token);
      const pieces = isShown ? tagPieces(token, source, this.opaqueRules) : [source];
      this.addOpaque(pieces, !foreign && blockElements.has(name));
      return;
    }
    this.addStartTag(token, source);
  }

  private addStartTag(token: Token.TagToken, source: string): void {
    const name = token.tagName;
    const isStated = this.region.isStated(token);
    if (!blockElements.has(name)) {
      const pieces = (isStated ? relabelledTag : tagPieces)(token, source, this.tagRules);
      const raw = rawTextOf(pieces);
      if (name === 'br') this.addTag({ kind: 'single', raw, apart: true });
      else if (replacedElements.has(name)) this.addTag({ kind: 'single', raw, pieces, apart: true });
      else this.addTag({ kind: 'open', name, raw, pieces });
      return;
    }
    this.endRun();
    this.enterBlock(name);
    addAll(this.pieces, (isStated ? relabelledTag : tagPieces)(token, source, this.tagRules));
  }

  private onEndTag(token: Token.TagToken): void {
    const { tagName: name, location } = token;
    this.takeText(location?.startOffset ?? 0, true);
    const raw = this.takeRaw(location?.endOffset ?? 0);
    this.sawHtml ||= isHtmlElement(name);
    const wasOpaque = !this.region.translated;
    const isBlock = blockElements.has(name);
    this.region.end(token);
    this.tokenizer.inForeignNode = this.region.foreign;
    const isOpaque = !this.region.translated;
    if (isOpaque && !wasOpaque) this.endRun();
    if (isOpaque || (wasOpaque && !isBlock)) this.addOpaque([raw], false);
    if (wasOpaque && !isOpaque) this.endOpaque();
    if (!isOpaque && !wasOpaque && !isBlock) this.addTag({ kind: 'close', name, raw });
    if (!isOpaque && isBlock) {
      this.endRun();
      this.leaveBlock(name);
      this.pieces.push(raw);
    }
    if (name === 'pre') this.preformatted = Math.max(0, this.preformatted - 1);
  }

  private enterBlock(name: string): void {
    if (name === 'table') this.tables += 1;
    this.textOnly = name === 'title' || name === 'option';
    this.role = name === 'title' ? 'title' : headings.has(name) ? 'heading' : this.tables > 0 ? 'table' : 'body';
  }

  private leaveBlock(name: string): void {
    if (name === 'table') this.tables = Math.max(0, this.tables - 1);
    this.textOnly = false;
    if (name === 'title' || headings.has(name) || this.tables === 0) this.role = this.tables > 0 ? 'table' : 'body';
  }

  /** Takes the text up to an offset; where it may go on, only whole windows of it, so that the cut is the same. */
  private takeText(end: number, ends: boolean): void {
    if (!this.region.translated) {
      const raw = this.takeRaw(end);
      if (raw === '') return;
      if (/\p{L}/u.test(raw)) this.region.sawText();
      this.addOpaque([raw], false);
      return;
    }
    while (end - this.consumed > cutWindow) {
      const text = this.run.text + this.buffer.slice(0, cutWindow);
      const cut = outsideOfBlock(text, outsideOfReference(text, cutPoint(text))) - this.run.text.length;
      if (cut > 0) this.addText(this.takeRaw(this.consumed + cut));
      this.endRun();
    }
    if (ends && end > this.consumed) this.addText(this.takeRaw(end));
  }

  private addText(raw: string): void {
    if (this.preformatted === 0) {
      if (this.run.addText(raw) || this.run.isFull) this.endRun();
      return;
    }
    for (const line of raw.split(/(?<=\r\n|\r(?!\n)|\n)/)) {
      this.addItem({ kind: 'text', raw: line });
      if (/[\r\n]$/.test(line)) this.endRun();
    }
  }

  private addTag(item: InlineItem): void {
    if (!this.region.translated) this.addOpaque([item.raw], false);
    else this.addItem(item);
  }

  private addItem(item: InlineItem): void {
    this.run.add(item);
    if (this.run.isFull) this.endRun();
  }

  /** Source that is not to be translated: one tag of the run it stands in, unless it is a block or large. */
  private addOpaque(pieces: readonly TextPiece[], isBlock: boolean): void {
    for (const piece of pieces) addPiece(this.opaque, piece);
    this.opaqueLength += rawTextOf(pieces).length;
    if (!isBlock && this.opaqueLength < maxOpaqueLength) return;
    this.endRun();
    addAll(this.pieces, this.takeOpaque());
  }

  private takeOpaque(): TextPiece[] {
    const pieces = this.opaque;
    this.opaque = [];
    this.opaqueLength = 0;
    return pieces;
  }

  /** Ends an opaque element; content in it that is translated again is a segment of its own, so the two stay nested. */
  private endOpaque(): void {
    const pieces = this.takeOpaque();
    if (this.region.within) {
      this.endRun();
      addAll(this.pieces, pieces);
    } else if (pieces.length > 0) this.addItem({ kind: 'single', raw: rawTextOf(pieces), pieces });
  }

  private endRun(): void {
    const encode = (text: string): string => encodeText(text, this.context.codec);
    const layOut = this.textOnly ? undefined : this.withSource();
    const rules = { role: this.role, preformatted: this.preformatted > 0, encode, ...(layOut && { layOut }) };
    addAll(this.pieces, this.run.take(rules));
  }

  private withSource(): InlineSyntax['layOut'] {
    const { languages } = this.context;
    if (!this.merging?.includeSource || !languages) return undefined;
    const isXml = this.xml;
    return (written, source, edges) => {
      const { behindSource, beforeTranslation } = wordsAtEdges(edges());
      const copy = sourceCopy([...source, ...behindSource], languages, isXml);
      return copy + beforeTranslation + written.map(({ raw }) => raw).join('');
    };
  }
}

const merged = (skipped: readonly SkippedText[]): SkippedText[] => {
  const counts = new Map<SkippedText['reason'], number>();
  for (const { reason, count } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts].map(([reason, count]) => ({ reason, count }));
};

/** A place before the character reference that a cut would go through. */
const outsideOfReference = (text: string, cut: number): number => {
  const reference = /&[#\w]*$/.exec(text.slice(Math.max(0, cut - 40), cut));
  return reference && cut - reference[0].length > 0 ? cut - reference[0].length : cut;
};

const blockOpeners = ['{{', '{%', '{#', '<%', '<?', '[%'];
const blockClosers = ['}}', '%}', '#}', '%>', '?>', '%]'];
const maxBlock = 2_000;

/** A place before the block of a template that a cut would go through. */
const outsideOfBlock = (text: string, cut: number): number => {
  const from = Math.max(0, cut - maxBlock - 100);
  const before = text.slice(from, cut);
  // Neither closed behind its opener nor too long: an opener has two signs, and its second may begin a closer.
  const lastClosed = Math.max(...blockClosers.map((closer) => before.lastIndexOf(closer)));
  const earliest = Math.max(0, lastClosed - 1, before.length - maxBlock - 2);
  const opened = blockOpeners.map((opener) => before.indexOf(opener, earliest)).filter((at) => at !== -1);
  const place = from + Math.min(...opened);
  return opened.length > 0 && place > 0 ? place : cut;
};
