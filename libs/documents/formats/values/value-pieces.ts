import { decodeHTMLStrict } from 'entities';
import { messageArguments } from '#libs/text/segments/message-arguments.js';
import { isControl } from '#libs/text/segments/program-spans.js';
import { addAll } from '../add-all.js';
import type { SegmentRole } from '../format.port.js';
import { blockElements } from '../html/html.elements.js';
import { type InlineItem, type InlineSyntax, piecesOfRun } from '../inline/inline-run.js';
import { cutPoint, cutWindow } from '../text/sentence-cut.js';
import type { TextPiece } from '../text/text-walker.js';
import { breakMarkup, escapeMarkup, holdsMarkup, signsOf, valueMarkup } from './value-markup.js';

/** A value of a data file. */
export interface DataValue {
  /** The value as the file has it, without quotes. */
  raw: string;
  /** The value as programs read it. */
  text: string;
  /** The place in `raw` of each code unit of `text`; undefined where the two are the same. */
  places?: Uint32Array;
}

export interface ValueSyntax {
  role: SegmentRole;
  decode(raw: string): string;
  encode(text: string): string;
}

/** Levels of ICU messages within messages; deeper ones are read as plain text. */
const deepestMessage = 8;
const maxItems = 500;
const keptElements = new Set(['code', 'kbd', 'samp', 'var', 'script', 'style', 'pre']);
const lineBreaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
const edgeSpace = { start: /^\s/, end: /\s$/ };
const markup = new RegExp(valueMarkup, 'gu');

/**
 * Cuts a value into segments: its paragraphs, with the tags of HTML in them, and the messages of ICU plurals. A line
 * break is a tag of its paragraph where the sentence goes on in lower case behind it, and ends it elsewhere.
 */
export const valuePieces = (value: DataValue, syntax: ValueSyntax): TextPiece[] => piecesOf(value, syntax, false);

/** The same, but one segment, whatever the value is made of: what would part segments is a tag. */
export const wholePieces = (value: DataValue, syntax: ValueSyntax): TextPiece[] => piecesOf(value, syntax, true);

const piecesOf = (value: DataValue, syntax: ValueSyntax, isWhole: boolean): TextPiece[] => {
  const isMarkup = holdsMarkup(value.text);
  const signs = isMarkup ? signsOf(value.text) : undefined;
  const inline: InlineSyntax = {
    role: syntax.role,
    decode: isMarkup ? (raw) => decodeHTMLStrict(syntax.decode(raw)) : (raw) => syntax.decode(raw),
    encode: (text) => syntax.encode(signs ? escapeMarkup(text, signs) : breakMarkup(text)),
    edgeSpace,
    collapse: false,
    isWhole,
  };
  const cutter = new ValueCutter(value, inline, isWhole);
  cutter.addMessage(0, value.text.length, 0);
  return cutter.end();
};

class ValueCutter {
  private readonly pieces: TextPiece[] = [];
  private run: InlineItem[] = [];
  private runLength = 0;

  constructor(
    private readonly value: DataValue,
    private readonly syntax: InlineSyntax,
    private readonly isWhole: boolean,
  ) {
    const start = value.places?.[0] ?? 0;
    if (start > 0) this.pieces.push(value.raw.slice(0, start));
  }

  /** The text from `start` up to `end`, in which the messages of plurals are texts of their own. */
  addMessage(start: number, end: number, depth: number): void {
    const text = this.value.text.slice(start, end);
    let at = start;
    for (const argument of depth < deepestMessage ? messageArguments(text) : []) {
      this.addText(at, start + argument.start);
      at = start + argument.start;
      for (const message of argument.messages) {
        this.copy(at, start + message.start);
        this.addMessage(start + message.start, start + message.end, depth + 1);
        at = start + message.end;
      }
      this.copy(at, start + argument.end);
      at = start + argument.end;
    }
    this.addText(at, end);
    this.endRun();
  }

  end(): TextPiece[] {
    if (this.run.length > 0) addAll(this.pieces, piecesOfRun(this.run, this.syntax));
    return this.pieces;
  }

  private addText(start: number, end: number): void {
    const text = this.value.text.slice(start, end);
    const unclosed = new Set<string>();
    let at = start;
    markup.lastIndex = 0;
    for (let found = markup.exec(text); found; found = markup.exec(text)) {
      const { groups = {} } = found;
      const index = start + found.index;
      let after = index + found[0].length;
      if (groups.gap !== undefined || isLineBreakTag(found[0])) after = this.addGap(at, index, after, end);
      else if (groups.bar !== undefined || groups.fence !== undefined || groups.command !== undefined) {
        this.addWords(at, index);
        this.copy(index, after);
      } else {
        this.addWords(at, index);
        if (groups.block !== undefined && isControl(found[0])) this.copy(index, after);
        else if (groups.block !== undefined) this.add({ kind: 'text', raw: this.raw(index, after) });
        else if (groups.tag !== undefined) after = this.addTag(found[0], index, after, end, unclosed);
        else this.add({ kind: groups.entity ? 'text' : 'single', raw: this.raw(index, after) });
      }
      at = after;
      markup.lastIndex = after - start;
    }
    this.addWords(at, end);
  }

  /** Adds the words before a line break or a tab, and that with all white space around it; returns the place behind. */
  private addGap(from: number, index: number, after: number, end: number): number {
    const { text } = this.value;
    let start = index;
    while (start > from && /\s/.test(text[start - 1] ?? '')) start -= 1;
    let behind = after;
    while (behind < end && /\s/.test(text[behind] ?? '')) behind += 1;
    this.addWords(from, start);
    const gap = text.slice(start, behind);
    const breaks = (gap.match(lineBreaks)?.length ?? 0) + (gap.includes('<') ? 1 : 0);
    const before = text.slice(Math.max(0, start - 8), start);
    const goesOn =
      !gap.includes('\t') &&
      (breaks === 1 || gap.includes('<')) &&
      !/[.!?:;…。！？](?:<[^<>]{0,8}>|["'”’»)\]])*$/u.test(before) &&
      /^\p{Ll}/u.test(text.slice(behind, Math.min(end, behind + 2)));
    if (goesOn) this.add({ kind: 'single', raw: this.raw(start, behind), apart: true });
    else this.copy(start, behind);
    return behind;
  }

  private addTag(tag: string, index: number, after: number, end: number, unclosed: Set<string>): number {
    const name = (/[\w:.-]+/.exec(tag)?.[0] ?? '').toLowerCase();
    if (blockElements.has(name)) this.copy(index, after);
    else if (tag.startsWith('</')) this.add({ kind: 'close', name, raw: this.raw(index, after) });
    else if (tag.endsWith('/>')) this.add({ kind: 'single', raw: this.raw(index, after) });
    else if (isKept(name, tag) && !unclosed.has(name)) {
      const close = this.value.text.slice(after, end).indexOf(`</${name}>`);
      if (close !== -1) {
        const behind = after + close + name.length + 3;
        this.add({ kind: 'single', raw: this.raw(index, behind) });
        return behind;
      }
      unclosed.add(name);
      this.add({ kind: 'open', name, raw: this.raw(index, after) });
    } else this.add({ kind: 'open', name, raw: this.raw(index, after) });
    return after;
  }

  /** Adds words, with the white space at either end as items of its own, and cuts a run that is too long. */
  private addWords(from: number, to: number): void {
    const { text } = this.value;
    let at = from;
    while (!this.isWhole && this.runLength + to - at > cutWindow) {
      const cut = Math.max(1, cutPoint(text.slice(at, Math.min(to, at + cutWindow))));
      this.addTrimmed(at, at + cut);
      this.endRun();
      at += cut;
    }
    this.addTrimmed(at, to);
  }

  private addTrimmed(from: number, to: number): void {
    const words = this.value.text.slice(from, to);
    const start = from + words.length - words.trimStart().length;
    const end = Math.max(start, from + words.trimEnd().length);
    this.add({ kind: 'text', raw: this.raw(from, start) });
    this.add({ kind: 'text', raw: this.raw(start, end) });
    this.add({ kind: 'text', raw: this.raw(end, to) });
    this.runLength += to - from;
  }

  private add(item: InlineItem): void {
    if (item.raw === '') return;
    this.run.push(item);
    if (this.run.length > maxItems) this.endRun();
  }

  private copy(start: number, end: number): void {
    const raw = this.raw(start, end);
    if (this.isWhole) {
      this.add({ kind: 'single', raw, apart: true });
      return;
    }
    this.endRun();
    if (raw !== '') this.pieces.push(raw);
  }

  private endRun(): void {
    if (this.isWhole) return;
    if (this.run.length > 0) addAll(this.pieces, piecesOfRun(this.run, this.syntax));
    this.run = [];
    this.runLength = 0;
  }

  private raw(start: number, end: number): string {
    const { raw, places } = this.value;
    if (!places) return raw.slice(start, end);
    return raw.slice(places[start] ?? raw.length, places[end] ?? raw.length);
  }
}

const isLineBreakTag = (tag: string): boolean => /^<br[\s/>]/i.test(tag);

const isKept = (name: string, tag: string): boolean =>
  keptElements.has(name) || /\stranslate\s?=\s?["']?no\b|\sclass\s?=\s?["'][^"']{0,200}\bnotranslate\b/i.test(tag);
