import { addAll } from '../add-all.js';
import type { DocumentSummary, FormatOptions, MergeOptions, SegmentRole, SkippedText } from '../format.port.js';
import { type Line, LineSplitter } from '../text/lines.js';
import { maxSegmentLength } from '../text/sentence-cut.js';
import type { TextPiece, TextWalker, WalkContext } from '../text/text-walker.js';
import {
  endsFrontMatter,
  entryPieces,
  frontMatterFence,
  frontMatterPieces,
  maxFrontMatter,
} from '../values/front-matter.js';
import { HeadingAnchors } from './heading-anchors.js';
import { htmlBlockPieces } from './html-block.js';
import { definitionPieces } from './link-title.js';
import {
  cellsOf,
  closesFence,
  dividesTable,
  fenceOf,
  headingOf,
  htmlStartOf,
  isMachinery,
  isSetextUnderline,
  isThematicBreak,
  type LineStart,
  lineStart,
} from './markdown-blocks.js';
import { codeOptionOf, type Directive, directiveOf, noteFenceOf } from './markdown-directives.js';
import { edgeSpace, inlinePieces, labelOf } from './markdown-inline.js';

/** UTF-16 code units from the start of a file in which the addresses that links name are looked for. */
const heldLength = 1024 * 1024;
/** UTF-16 code units of a block of HTML, at most; a longer one is cut where it stands. */
const maxHtmlLength = 256 * 1024;
/** Notes in fences within each other. */
const maxNotes = 20;

const definition = /^[ \t>]{0,12}\[([^[\]\n]{1,500})\]:/gm;

interface ParagraphLine extends Line {
  /** Marks that the line begins with. */
  prefix: string;
}

interface Fence {
  sign: string;
  quotes: number;
  /** Columns of white space that its lines have at least, in a list. */
  offset: number;
}

/**
 * Translates the text of a page in Markdown, and copies code, addresses, formulas and marks. A segment is a
 * paragraph, a heading, a list item's text or a cell; its translation stands on one line.
 */
export class MarkdownWalker implements TextWalker {
  private readonly lines = new LineSplitter();
  private readonly labels = new Set<string>();
  private readonly anchors = new HeadingAnchors();
  private held: string | undefined = '';
  private front: Line[] | undefined;
  private frontLength = 0;
  private isFirst = true;
  private pieces: TextPiece[] = [];
  private paragraph: ParagraphLine[] = [];
  private paragraphLength = 0;
  private quotes = 0;
  private role: SegmentRole = 'body';
  private items: number[] = [];
  private afterBlank = true;
  private isTable = false;
  private fence: Fence | undefined;
  /** The signs of the notes in fences that have not ended. */
  private readonly noteFences: string[] = [];
  private html: { raw: string; end: string | undefined; isCopied: boolean } | undefined;
  private lineBreak = '\n';
  /** Texts in blocks of HTML that were left, by the reason. */
  private readonly skipped = new Map<SkippedText['reason'], number>();
  /** Marks that a further line of the paragraph begins with. */
  private continuation = '';
  /** Whether the line goes on that was cut before. */
  private goesOn = false;

  constructor(
    private readonly context: WalkContext,
    private readonly options: FormatOptions,
    private readonly merging?: MergeOptions,
  ) {}

  push(text: string): TextPiece[] {
    if (this.held === undefined) return this.takeText(text);
    this.held += text;
    return this.held.length < heldLength ? [] : this.begin();
  }

  end(): TextPiece[] {
    const pieces = this.held === undefined ? [] : this.begin();
    for (const line of this.lines.end()) this.takeLine(line);
    if (this.front) this.replayFront();
    this.flush();
    this.endHtml();
    return [...pieces, ...this.takePieces()];
  }

  summary(): DocumentSummary {
    return { skipped: [...this.skipped].map(([reason, count]) => ({ reason, count })) };
  }

  private begin(): TextPiece[] {
    const text = this.held ?? '';
    this.held = undefined;
    for (const [, label = ''] of text.slice(0, heldLength).matchAll(definition)) this.labels.add(labelOf(label));
    this.anchors.read(text.slice(0, heldLength));
    return this.takeText(text);
  }

  private takeText(text: string): TextPiece[] {
    for (const line of this.lines.push(text)) this.takeLine(line);
    return this.takePieces();
  }

  private takePieces(): TextPiece[] {
    const pieces = this.pieces;
    this.pieces = [];
    return pieces;
  }

  private takeLine(line: Line): void {
    const isFirst = this.isFirst;
    this.isFirst = false;
    if (isFirst && frontMatterFence.test(line.text)) this.front = [];
    if (!this.front) {
      this.take(line);
      return;
    }
    this.front.push(line);
    this.frontLength += line.text.length + 1;
    if (!isFirst && endsFrontMatter(line.text, this.front[0]?.text ?? '')) {
      addAll(this.pieces, frontMatterPieces(this.front));
      this.front = undefined;
    } else if (this.frontLength > maxFrontMatter) this.replayFront();
  }

  /** Reads lines that turned out to be no metadata. */
  private replayFront(): void {
    const lines = this.front ?? [];
    this.front = undefined;
    for (const line of lines) this.take(line);
  }

  private take(line: Line): void {
    const goesOn = this.goesOn;
    this.goesOn = line.end === '';
    if (line.end !== '') this.lineBreak = line.end;
    if (goesOn && !this.fence && !this.html) {
      this.addToParagraph({ ...line, prefix: '' });
      return;
    }
    const start = lineStart(line.text);
    if (this.fence && this.takeFenced(line, start)) return;
    if (this.html && this.takeHtml(line, goesOn)) return;
    if (start.text.trim() === '' && start.itemOffset === undefined) {
      this.flush();
      this.isTable = false;
      this.copy(line);
      this.afterBlank = true;
      return;
    }
    this.takeBlock(line, start);
    this.afterBlank = false;
  }

  private takeFenced(line: Line, start: LineStart): boolean {
    const fence = this.fence;
    if (!fence) return false;
    const isOutside = start.quotes < fence.quotes || (start.text.trim() !== '' && start.indent < fence.offset);
    if (isOutside) {
      this.fence = undefined;
      return false;
    }
    if (closesFence(line.text.replace(/^[\s>]+/, ''), fence.sign)) this.fence = undefined;
    const option = codeOptionOf(line.text);
    if (option === undefined) this.copy(line);
    else this.pieces.push(...entryPieces(line, option));
    return true;
  }

  private takeHtml(line: Line, goesOn: boolean): boolean {
    const { html } = this;
    if (!html) return false;
    if (html.end === undefined && line.text.trim() === '' && !goesOn) {
      this.endHtml();
      return false;
    }
    html.raw += line.text + line.end;
    if (html.end !== undefined && line.text.toLowerCase().includes(html.end)) this.endHtml();
    else if (html.raw.length > maxHtmlLength) {
      this.endHtml();
      this.html = { ...html, raw: '', isCopied: html.isCopied || html.end !== undefined };
    }
    return true;
  }

  private takeBlock(line: Line, start: LineStart): void {
    const isOpen = this.paragraph.length > 0 && start.itemOffset === undefined && start.quotes <= this.quotes;
    if (!isOpen) this.flush();
    if (!isOpen || this.afterBlank) {
      while ((this.items.at(-1) ?? 0) > start.indent) this.items.pop();
    }
    const text = start.text.trimStart();
    const offset = this.items.at(-1) ?? 0;
    if (
      !isOpen &&
      !this.isTable &&
      start.itemOffset === undefined &&
      start.quotes === 0 &&
      start.indent >= offset + 4
    ) {
      this.copy(line);
      return;
    }
    if (start.itemOffset !== undefined) {
      this.items.push(start.itemOffset);
      this.isTable = false;
    }
    this.quotes = isOpen ? this.quotes : start.quotes;
    const prefix = line.text.slice(0, line.text.length - text.length);
    if (!this.takeMark(line, text, prefix, isOpen, start)) {
      if (this.isTable && !isOpen) this.addRow(line, prefix, text);
      else this.takeParagraphLine(line, text, prefix, isOpen);
    }
  }

  /** Takes a line that is no text of a paragraph; tells whether it was one. */
  private takeMark(line: Line, text: string, prefix: string, isOpen: boolean, start: LineStart): boolean {
    const noteFence = noteFenceOf(text);
    const fence = fenceOf(text);
    const openNote = this.noteFences.at(-1);
    const heading = headingOf(text);
    const html = start.quotes === 0 ? htmlStartOf(text, isOpen) : undefined;
    const directive = directiveOf(text);
    const definition = isOpen ? undefined : definitionPieces(text, edgeSpace);
    const last = this.paragraph.at(-1);
    if (isOpen && isSetextUnderline(text)) {
      this.role = 'heading';
      this.flush();
      this.copy(line);
    } else if (isOpen && last && dividesTable(last.text, text)) {
      this.beginTable(line);
    } else if (noteFence) {
      this.takeNote(line, text, noteFence, prefix);
    } else if (openNote !== undefined && closesFence(text, openNote)) {
      this.flush();
      this.noteFences.pop();
      this.copy(line);
    } else if (fence !== undefined) {
      this.flush();
      this.fence = { sign: fence, quotes: start.quotes, offset: this.items.at(-1) ?? 0 };
      this.copy(line);
    } else if (directive) {
      this.takeDirective(line, directive, prefix, start.itemOffset ?? start.indent);
    } else if (definition) {
      this.flush();
      this.pieces.push(prefix);
      addAll(this.pieces, definition);
      this.pieces.push(line.end);
    } else if (isThematicBreak(text) || text.startsWith(':::') || isMachinery(text, isOpen)) {
      this.flush();
      this.copy(line);
    } else if (html) {
      this.flush();
      this.pieces.push(prefix);
      this.html = { raw: '', ...html };
      this.takeHtml({ text, end: line.end }, false);
    } else if (heading) {
      this.flush();
      this.pieces.push(prefix + heading.mark);
      const [before, after] = [heading.mark.length, heading.mark.length + heading.text.length];
      const from = this.pieces.length;
      this.addInline(heading.text, 'heading', false, false);
      addAll(this.pieces, this.anchors.around(this.pieces.splice(from), heading.text));
      this.pieces.push(text.slice(Math.max(before, after)) + line.end);
    } else return false;
    return true;
  }

  private takeNote({ end }: Line, text: string, { sign, mark }: { sign: string; mark: string }, prefix: string): void {
    this.flush();
    if (this.noteFences.length < maxNotes) this.noteFences.push(sign);
    this.pieces.push(prefix + mark);
    if (text.length > mark.length) this.addInline(text.slice(mark.length), 'title', false, false);
    this.pieces.push(end);
  }

  private takeDirective({ end }: Line, { mark, title, rest, depth }: Directive, prefix: string, column: number): void {
    this.flush();
    this.pieces.push(prefix + mark);
    this.addInline(title, 'title', false, false);
    this.pieces.push(rest + end);
    if (depth > 0) this.items.push(column + depth);
  }

  private takeParagraphLine(line: Line, text: string, prefix: string, isOpen: boolean): void {
    const note = isOpen ? undefined : /^\[\^[^\]\s]{1,80}\]:[ \t]*/.exec(text)?.[0];
    if (!isOpen) {
      this.pieces.push(prefix + (note ?? ''));
      this.role = note === undefined ? 'body' : 'note';
      this.continuation = prefix.replace(/[^>\s]/g, ' ') + (note === undefined ? '' : '    ');
    }
    this.addToParagraph({ text: text.slice(note?.length ?? 0), end: line.end, prefix: isOpen ? prefix : '' });
  }

  private addToParagraph(line: ParagraphLine): void {
    if (this.paragraphLength + line.text.length > maxSegmentLength) {
      this.flush();
      this.pieces.push(line.prefix);
      this.paragraph.push({ ...line, prefix: '' });
    } else this.paragraph.push(line);
    this.paragraphLength += line.text.length;
    if (line.end === '') this.flush();
  }

  private beginTable(divider: Line): void {
    const head = this.paragraph.pop();
    const hasText = this.paragraph.length > 0;
    if (hasText && head) {
      this.flush();
      this.pieces.push(head.prefix);
    }
    this.paragraph = [];
    this.paragraphLength = 0;
    if (head) this.addRow(head, '', head.text);
    this.copy(divider);
    this.isTable = true;
  }

  private addRow({ end }: Line, prefix: string, row: string): void {
    this.pieces.push(prefix);
    cellsOf(row).forEach((cell, index) => {
      if (index % 2 === 1) this.pieces.push(cell);
      else this.addInline(cell, 'table', false, true);
    });
    this.pieces.push(end);
  }

  private addInline(
    text: string,
    role: SegmentRole,
    startsLine: boolean,
    isCell: boolean,
    breaks: string[] = [],
  ): void {
    const { translateAltText } = this.options;
    const keepsPictures = this.merging?.preserveImages ?? true;
    const context = { role, startsLine, isCell, translateAltText, keepsPictures, labels: this.labels };
    const isLine = isCell || role === 'heading';
    const sourceBreak = isLine ? '<br />' : `\\${this.lineBreak}${this.continuation}`;
    const both = this.merging?.includeSource && role !== 'title' ? { sourceBreak } : {};
    addAll(this.pieces, inlinePieces({ text, breaks }, { ...context, ...both }));
  }

  private flush(): void {
    const lines = this.paragraph;
    const { role } = this;
    this.paragraph = [];
    this.paragraphLength = 0;
    this.role = 'body';
    if (lines.length === 0) return;
    const breaks = lines.slice(1).map(({ prefix }, at) => (lines[at]?.end ?? '') + prefix);
    const text = lines.map((line) => line.text).join('\n');
    const from = this.pieces.length;
    this.addInline(text, role, true, false, breaks);
    if (role === 'heading') addAll(this.pieces, this.anchors.around(this.pieces.splice(from), text));
    this.pieces.push(lines.at(-1)?.end ?? '');
  }

  private endHtml(): void {
    const { html } = this;
    this.html = undefined;
    if (!html || html.raw === '') return;
    if (html.isCopied) {
      this.pieces.push(html.raw);
      return;
    }
    const { pieces, skipped } = htmlBlockPieces(html.raw, this.context, this.options, this.merging);
    for (const piece of pieces) this.pieces.push(piece);
    for (const { reason, count } of skipped) this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + count);
  }

  private copy({ text, end }: Line): void {
    this.pieces.push(text + end);
  }
}
