import { type TextPiece, withAbove } from '../text/text-walker.js';
import { scalarSpans } from './yaml-tree.js';

/** A value with its pieces and its place in the document, that of its header where it is a block. */
export interface PlacedValue {
  pieces: readonly TextPiece[];
  source: string;
  begin: number;
  start: number;
}

/** Writes the source of values as comments above the lines that they begin in. */
export class SourceComments {
  private readonly pieces: TextPiece[] = [];
  private line: { start: number; pieces: TextPiece[]; values: { source: string; segments: number }[] } | undefined;
  private from = 0;
  private readonly lineStarts: LineStarts;
  private readonly lineEnd: string;

  constructor(
    private readonly document: string,
    private readonly language: string,
  ) {
    this.lineStarts = new LineStarts(document);
    this.lineEnd = /\r\n|[\r\n]/.exec(document)?.[0] ?? '\n';
  }

  add({ pieces, source, begin, start }: PlacedValue): void {
    const lineStart = this.lineStarts.before(begin);
    if (this.line === undefined || lineStart >= this.from) {
      this.endLine();
      this.pieces.push(this.document.slice(this.from, lineStart));
      this.from = lineStart;
      this.line = { start: lineStart, pieces: [], values: [] };
    }
    this.line.pieces.push(this.document.slice(this.from, start), ...pieces);
    this.line.values.push({ source, segments: pieces.filter((piece) => typeof piece !== 'string').length });
    this.from = start + source.length;
  }

  end(): TextPiece[] {
    this.endLine();
    this.pieces.push(this.document.slice(this.from));
    return this.pieces;
  }

  private endLine(): void {
    const { line } = this;
    if (!line) return;
    const indent = /[ ]*/y;
    indent.lastIndex = line.start;
    const before = indent.exec(this.document)?.[0] ?? '';
    const comments = line.values.map(({ source }) => this.comment(source, before));
    const above = (changed: readonly boolean[]): string => {
      let at = 0;
      return line.values
        .map(({ segments }, value) => {
          at += segments;
          return changed.slice(at - segments, at).includes(true) ? comments[value] : '';
        })
        .join('');
    };
    for (const piece of withAbove(line.pieces, above)) this.pieces.push(piece);
    this.line = undefined;
  }

  private comment(source: string, indent: string): string {
    const lines = source.trim().split(/\r\n|[\n\r]/);
    return lines
      .map((line, at) => `${indent}#${at === 0 ? ` ${this.language}: ` : ' '}${line.trim()}`.trimEnd() + this.lineEnd)
      .join('');
  }
}

/** Finds the lines above which a comment can stand: those that do not begin within a scalar. */
class LineStarts {
  private readonly spans: readonly { start: number; end: number }[];

  constructor(private readonly document: string) {
    this.spans = scalarSpans(document);
  }

  /** The start of the last such line that begins before a place. */
  before(place: number): number {
    let start = this.startOfLine(place);
    for (let span = this.spanAround(start); span; span = this.spanAround(start)) start = this.startOfLine(span.start);
    return start;
  }

  private startOfLine(place: number): number {
    const { document } = this;
    if (place === 0) return 0;
    return Math.max(document.lastIndexOf('\n', place - 1), document.lastIndexOf('\r', place - 1)) + 1;
  }

  private spanAround(place: number): { start: number; end: number } | undefined {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.spans[middle]?.end ?? place) > place) high = middle;
      else low = middle + 1;
    }
    const span = this.spans[low];
    return span !== undefined && span.start < place ? span : undefined;
  }
}
