import { pairedMarkup } from '#libs/text/segments/markup-pairs.js';
import type { MarkupToken } from '#libs/text/segments/markup-tokens.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { addAll } from '../add-all.js';
import type { SegmentRole } from '../format.port.js';
import { type InlineItem, type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import type { SegmentPiece, TextPiece } from '../text/text-walker.js';
import { attributePieces, titlePieces } from './link-title.js';
import { markSign, roleEndOf, withoutMarks } from './markdown-directives.js';
import { decodeMarkdown, encodeMarkdown, escapeLineStart } from './markdown-escape.js';
import { layOutBoth } from './source-copy.js';

export interface InlineContext {
  role: SegmentRole;
  /** Whether the text begins a line, behind the marks of lists and quotations. */
  startsLine: boolean;
  isCell: boolean;
  translateAltText: boolean;
  /** Whether pictures stay, instead of giving place to their alternative texts. */
  keepsPictures: boolean;
  /** The labels of the addresses that the file defines, as `labelOf` gives them. */
  labels: ReadonlySet<string>;
  /** Text between a source and its translation; absent where a translation stands alone. */
  sourceBreak?: string;
}

/** The text of a paragraph, in which `\n` stands for each line break; how the file has those, with the next line's marks. */
export interface ParagraphText {
  text: string;
  breaks: readonly string[];
}

export const labelOf = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** A stretch of text with its items, as the file has them and as they are written around a translation. */
interface Run {
  items: InlineItem[];
  written: InlineItem[];
  hasImage: boolean;
  hasOtherText: boolean;
}

const newRun = (): Run => ({ items: [], written: [], hasImage: false, hasOtherText: false });
export const edgeSpace = { start: /^(?:[\s>]|&nbsp;)/, end: /(?:\s|&nbsp;)$/ };

/** The segments of a paragraph: one, unless a line break divides it. */
export const inlinePieces = (paragraph: ParagraphText, context: InlineContext): TextPiece[] => {
  const reader = new InlineReader(paragraph, context);
  return reader.read();
};

class InlineReader {
  private readonly pieces: TextPiece[] = [];
  private run = newRun();
  private startsLine: boolean;
  private nextBreak = 0;
  private nextMark = 0;
  /** The marks of the paragraph that stay, for each of which a sign stands in what is read. */
  private readonly marks: readonly string[];
  private imageDepth = 0;
  private readonly tokens: readonly MarkupToken[];
  private readonly partners: ReadonlyMap<number, number>;
  /** Indexes of brackets of links that name an address by their own text. */
  private readonly references: ReadonlyMap<number, string>;

  constructor(
    private readonly paragraph: ParagraphText,
    private readonly context: InlineContext,
  ) {
    this.startsLine = context.startsLine;
    const { text, marks } = withoutMarks(paragraph.text);
    const { tokens, partners } = pairedMarkup(text);
    this.marks = marks;
    this.tokens = tokens;
    this.partners = partners;
    this.references = referencesIn(tokens, partners, context.labels);
  }

  read(): TextPiece[] {
    for (let index = 0; index < this.tokens.length; index += 1) index = this.take(index);
    this.endRun();
    return this.pieces;
  }

  /** Takes the token at an index; returns the index of the last that it took. */
  private take(index: number): number {
    const token = this.tokens[index];
    if (!token) return index;
    const partner = this.partners.get(index);
    const isImage = token.text === '![';
    const isKept = token.kind === 'open' && token.isKept;
    const isLeft = isImage && !this.context.translateAltText;
    if (partner !== undefined && partner > index && (isKept || isLeft)) {
      if (isLeft && !this.context.keepsPictures) this.addAlternative(index, partner);
      else this.addSingle(this.textOf(index, partner + 1));
      return partner;
    }
    const reference = this.references.get(index);
    if (reference !== undefined) this.addReference(token, reference);
    else if (partner !== undefined) this.addPair(token, Math.min(index, partner), isImage, index < partner);
    else if (token.kind === 'keep') this.addKept(token.text);
    else if (token.kind === 'single' || ((token.kind === 'open' || token.kind === 'close') && token.isTag)) {
      if (/^<br[\s/>]/i.test(token.text)) this.addBreak(this.expand(token.text), index);
      else this.addSingle(token.text);
    } else this.addText(token.text, index);
    return index;
  }

  private textOf(from: number, to: number): string {
    return this.tokens
      .slice(from, to)
      .map(({ text }) => text)
      .join('');
  }

  private addPair({ text }: MarkupToken, id: number, isImage: boolean, opens: boolean): void {
    const endsImage = !opens && this.tokens[id]?.text === '![';
    if (isImage) {
      this.run.hasImage = true;
      this.imageDepth += 1;
    } else if (endsImage) this.imageDepth -= 1;
    const raw = this.expand(text);
    const isTaken = (isImage || endsImage) && !this.context.keepsPictures;
    const partner = this.partners.get(id) ?? id;
    const name = String(id);
    if (isTaken) {
      const space = opens ? this.spaceBehind(id - 1) : this.spaceBefore(partner + 1);
      this.add({ kind: opens ? 'open' : 'close', name, raw: space });
      return;
    }
    // The tags of a text with references are written in two ways, from which a title would be missing.
    const pieces = opens || this.references.size > 0 ? undefined : titlePieces(raw, edgeSpace);
    this.add({ kind: opens ? 'open' : 'close', name, raw, ...(pieces && { pieces }) });
  }

  /** The alternative text of a picture as it is, in the place of the picture. */
  private addAlternative(open: number, close: number): void {
    const [, text] = [this.textOf(open, open + 1), this.textOf(open + 1, close), this.textOf(close, close + 1)].map(
      (part) => this.expand(part),
    );
    const line = (text ?? '').replace(/\s+/g, ' ');
    const written = this.startsLine ? escapeLineStart(line) : line;
    this.addSingle(this.spaceBehind(open - 1) + written + this.spaceBefore(close + 1));
  }

  /** The space between the text of a picture and a word that the token at an index ends with; empty where it ends with none. */
  private spaceBehind(index: number): string {
    return /[\p{L}\p{N}]$/u.test(this.tokens[index]?.text.slice(-2) ?? '') ? ' ' : '';
  }

  /** The space between the text of a picture and a word that the token at an index begins with; empty where it begins with none. */
  private spaceBefore(index: number): string {
    return /^[\p{L}\p{N}]/u.test(this.tokens[index]?.text ?? '') ? ' ' : '';
  }

  /** A link whose text is its label keeps that behind the translated text. */
  private addReference({ text }: MarkupToken, label: string): void {
    const name = `reference ${label}`;
    if (!text.startsWith(']')) this.add({ kind: 'open', name, raw: text });
    else {
      const raw = this.expand(text);
      this.add({ kind: 'close', name, raw }, { kind: 'close', name, raw: `][${label}]` });
    }
  }

  private addKept(text: string): void {
    if (/^[`<]/.test(text) || text.startsWith('[^')) this.addSingle(text);
    else this.addWords(text);
  }

  private addText(text: string, index: number): void {
    const lines = text.split('\n');
    lines.forEach((line, at) => {
      const isLast = at === lines.length - 1;
      if (isLast) {
        this.addWords(line);
        return;
      }
      if (!line.endsWith('  ') && !line.endsWith('\\')) {
        this.addWords(line);
        this.add({ kind: 'text', raw: this.expand('\n') });
        return;
      }
      const end = line.endsWith('\\') ? line.length - 1 : line.trimEnd().length;
      this.addWords(line.slice(0, end));
      this.addBreak(line.slice(end) + this.expand('\n'), index, lines[at + 1]);
    });
  }

  private addWords(text: string): void {
    text.split(markSign).forEach((part, at) => {
      if (at > 0) this.addMark(at === 1 && text.startsWith(markSign));
      if (part === '') return;
      if (this.imageDepth === 0 && /\p{L}/u.test(part)) this.run.hasOtherText = true;
      this.add({ kind: 'text', raw: this.expand(part) });
    });
  }

  /** A mark of its own, but for attributes right behind a link or emphasis, which stay with that. */
  private addMark(isFirst: boolean): void {
    const raw = this.expand(markSign);
    const roleEnd = roleEndOf(raw);
    if (roleEnd !== undefined) {
      this.add({ kind: roleEnd, name: 'role', raw });
      return;
    }
    const shown = this.references.size > 0 ? undefined : attributePieces(raw, edgeSpace);
    const [item, written] = [this.run.items.at(-1), this.run.written.at(-1)];
    if (!isFirst || !/^\{[^{%/]/.test(raw) || item?.kind !== 'close' || written?.kind !== 'close') {
      this.add({ kind: 'single', raw, ...(shown && { pieces: shown }) });
      return;
    }
    const withMark = (one: typeof item): typeof item => ({
      ...one,
      raw: one.raw + raw,
      ...((one.pieces ?? shown) && { pieces: [...(one.pieces ?? [one.raw]), ...(shown ?? [raw])] }),
    });
    this.run.items[this.run.items.length - 1] = withMark(item);
    this.run.written[this.run.written.length - 1] = withMark(written);
  }

  private addSingle(text: string): void {
    this.add({ kind: 'single', raw: this.expand(text) });
  }

  /** A break within a sentence is a tag; another one ends the segment. */
  private addBreak(raw: string, index: number, next = this.tokens[index + 1]?.text ?? ''): void {
    const before = this.run.items.findLast((item) => item.kind === 'text')?.raw ?? '';
    const following = next === '' ? (this.tokens[index + 1]?.text ?? '') : next;
    const goesOn =
      /^\s*\p{Ll}/u.test(following.slice(0, 80)) && !/[.!?:;…。！？]["'”’»)\]]?\s*$/u.test(before.slice(-8));
    if (goesOn) {
      this.add({ kind: 'single', raw, apart: true });
      return;
    }
    this.endRun();
    this.pieces.push(raw);
    this.startsLine = /[\r\n]/.test(raw);
  }

  private add(item: InlineItem, written = item): void {
    this.run.items.push(item);
    this.run.written.push(written);
  }

  /** The text as the file has it. */
  private expand(text: string): string {
    return text.replace(/[\n\ufdd0]/g, (sign) => {
      if (sign === markSign) {
        this.nextMark += 1;
        const mark = this.marks[this.nextMark - 1] ?? sign;
        return mark === sign ? mark : this.expand(mark);
      }
      this.nextBreak += 1;
      return this.paragraph.breaks[this.nextBreak - 1] ?? '\n';
    });
  }

  private endRun(): void {
    const { items, written, hasImage, hasOtherText } = this.run;
    this.run = newRun();
    const { role, isCell, sourceBreak } = this.context;
    const isPicture = hasImage && !hasOtherText;
    const { startsLine } = this;
    this.startsLine = false;
    const encode = (text: string): string => {
      const escaped = encodeMarkdown(text);
      return isCell ? escaped.replace(/(?<!\\)\|/g, '\\|') : escaped;
    };
    const pieces = (run: readonly InlineItem[]): TextPiece[] => {
      const syntax: InlineSyntax = {
        role: isPicture ? 'alt_text' : role,
        decode: decodeMarkdown,
        encode,
        edgeSpace,
        collapse: false,
        isWhole: this.references.size > 0,
        layOut: (parts, source, edges) => {
          const place = { startsLine, isHeading: role === 'heading' };
          const sourceAbove =
            isPicture || sourceBreak === undefined ? undefined : { parts: source, edges, sourceBreak };
          return layOutBoth(parts, sourceAbove, place);
        },
      };
      return piecesOfRun(run, syntax);
    };
    const found = pieces(items);
    if (this.references.size === 0) addAll(this.pieces, found);
    else {
      const segment = found.find((piece): piece is SegmentPiece => typeof piece !== 'string');
      const around = pieces(written);
      if (!segment) addAll(this.pieces, found);
      else
        this.pieces.push({
          ...segment,
          source: sourceOf(found),
          render: (translation) => rendered(around, translation),
        });
    }
  }
}

const sourceOf = (pieces: readonly TextPiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join('');

const rendered = (pieces: readonly TextPiece[], translation: Segment): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.render(translation))).join('');

/** Links of the form `[label]` and `[label][]`, by the indexes of their brackets. */
const referencesIn = (
  tokens: readonly MarkupToken[],
  partners: ReadonlyMap<number, number>,
  labels: ReadonlySet<string>,
): ReadonlyMap<number, string> => {
  const references = new Map<number, string>();
  const open: { index: number; at: number }[] = [];
  let text = '';
  tokens.forEach((token, index) => {
    if (token.kind === 'open' && token.half === '[') open.push({ index, at: text.length });
    else if (token.kind === 'close' && token.half === '[') {
      const start = open.pop();
      const isOwn = token.text === '][]' || (token.text === ']' && !partners.has(index));
      const label = start && isOwn ? text.slice(start.at + (tokens[start.index]?.text.length ?? 1)) : '';
      if (start && label.length < 500 && label !== '' && labels.has(labelOf(label))) {
        references.set(start.index, label.replaceAll('\n', ' ')).set(index, label.replaceAll('\n', ' '));
      }
    }
    text += token.text;
  });
  return references;
};
