import { decodeXML } from 'entities';
import { addAll } from '../../add-all.js';
import { encodeText } from '../../html/html.encoding.js';
import { type InlineItem, piecesOfRun } from '../../inline/inline-run.js';
import type { TextCodec } from '../../text/text-codec.js';
import type { TextPiece } from '../../text/text-walker.js';
import { isWording } from '../../values/translatable-value.js';
import { valuePieces } from '../../values/value-pieces.js';
import { characterDataPieces } from '../character-data.js';
import type { XmlEvent } from '../xml-events.js';
import { edgeSpace, itemsOfText } from '../xml-runs.js';
import { xmlValue } from '../xml-value.js';
import { attributeNamed } from './xliff.names.js';

type OpenEvent = Extract<XmlEvent, { kind: 'open' }>;

/** Elements that stand for a beginning and an end of the same code, wherever each of them stands. */
const halves: Readonly<Record<string, 'open' | 'close'>> = {
  bpt: 'open',
  bx: 'open',
  sc: 'open',
  sm: 'open',
  ept: 'close',
  ex: 'close',
  ec: 'close',
  em: 'close',
};

const isProtected = ({ attributes }: OpenEvent): boolean =>
  attributeNamed(attributes, 'translate') === 'no' || attributeNamed(attributes, 'mtype') === 'protected';

const isPair = (event: OpenEvent): boolean => /^(?:g|pc|mrk)$/.test(event.local) && !isProtected(event);

const isSegment = ({ local, attributes }: OpenEvent): boolean =>
  local === 'mrk' && attributeNamed(attributes, 'mtype') === 'seg';

const isLineBreak = ({ attributes }: OpenEvent): boolean =>
  attributeNamed(attributes, 'ctype') === 'lb' || attributeNamed(attributes, 'subType') === 'xlf:lb';

/** The tag of an element that is one code with all in it. */
const codeOf = (event: OpenEvent, raw: string): InlineItem => {
  const { local, attributes } = event;
  const half = halves[local];
  if (half === undefined) return { kind: 'single', raw, ...(isLineBreak(event) ? { apart: true } : {}) };
  const id =
    attributeNamed(attributes, 'startRef') ?? attributeNamed(attributes, 'rid') ?? attributeNamed(attributes, 'id');
  return { kind: half, name: `code ${id}`, raw };
};

/** Cuts the content of a source into segments with its inline codes as tags. All pieces, one after another, are the content. */
export class XliffContent {
  private readonly pieces: TextPiece[] = [];
  private run: InlineItem[] = [];
  private readonly open: ('pair' | 'segment')[] = [];
  /** A code that has not ended, and the elements in it that have not. */
  private code: { event: OpenEvent; raw: string; depth: number } | undefined;

  constructor(
    private readonly codec: TextCodec,
    private readonly isSpaceKept: boolean,
  ) {}

  piecesOf(events: readonly XmlEvent[]): TextPiece[] {
    for (const event of events) {
      if (this.code) this.addToCode(event);
      else if (event.kind === 'open') this.openElement(event);
      else if (event.kind === 'close') this.closeElement(event.raw);
      else if (event.kind === 'text') this.addText(event.raw);
      else if (event.kind === 'cdata') {
        this.endRun();
        addAll(this.pieces, characterDataPieces(event.raw, this.codec));
      } else this.run.push({ kind: 'single', raw: event.raw });
    }
    this.endRun();
    return this.pieces;
  }

  private openElement(event: OpenEvent): void {
    if (isSegment(event)) {
      this.endRun();
      this.pieces.push(event.raw);
      this.open.push('segment');
    } else if (isPair(event)) {
      this.run.push({ kind: 'open', name: `element ${this.open.length}`, raw: event.raw });
      this.open.push('pair');
    } else this.code = { event, raw: event.raw, depth: 1 };
  }

  private closeElement(raw: string): void {
    if (this.open.pop() === 'segment') {
      this.endRun();
      this.pieces.push(raw);
      return;
    }
    const name = `element ${this.open.length}`;
    const last = this.run.at(-1);
    if (last?.kind === 'open' && last.name === name) this.run.splice(-1, 1, { kind: 'single', raw: last.raw + raw });
    else this.run.push({ kind: 'close', name, raw });
  }

  private addToCode(event: XmlEvent): void {
    if (!this.code) return;
    this.code.raw += event.raw;
    if (event.kind === 'open') this.code.depth += 1;
    if (event.kind !== 'close') return;
    this.code.depth -= 1;
    if (this.code.depth > 0) return;
    this.run.push(codeOf(this.code.event, this.code.raw));
    this.code = undefined;
  }

  /** Where space is kept, a line is a segment, unless an inline element goes on over its end. */
  private addText(raw: string): void {
    if (!this.isSpaceKept) {
      addAll(this.run, itemsOfText(raw));
      return;
    }
    for (const part of raw.split(/((?:\r\n?|\n)+)/)) {
      const isBreak = /^[\r\n]/.test(part);
      const isWithin = this.open.at(-1) === 'pair';
      if (isBreak && isWithin) this.run.push({ kind: 'single', raw: part, apart: true });
      else if (isBreak) {
        this.endRun();
        this.pieces.push(part);
      } else addAll(this.run, itemsOfText(part));
    }
  }

  private endRun(): void {
    const { run, codec } = this;
    this.run = [];
    if (run.length === 0) return;
    const raw = run.map((item) => item.raw).join('');
    const isText = run.every(({ kind }) => kind === 'text');
    const encode = (text: string): string => encodeText(text, codec);
    const decoded = isText ? decodeXML(raw) : '';
    if (isText && !isWording(decoded, true)) this.pieces.push(raw);
    else if (isText && (this.isSpaceKept || !/[\r\n]/.test(decoded.trim()))) {
      addAll(this.pieces, valuePieces(xmlValue(raw), { role: 'body', decode: decodeXML, encode }));
    } else {
      const syntax = { role: 'body' as const, decode: decodeXML, encode, edgeSpace, collapse: !this.isSpaceKept };
      addAll(this.pieces, piecesOfRun(run, syntax));
    }
  }
}
