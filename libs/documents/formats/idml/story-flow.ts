import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import { atomsOf } from './content-atoms.js';
import { isAround, lineAbove } from './source-copy.js';
import { groupsOf, type Item, type Path, withoutEdges } from './story-items.js';
import { type StoryPiece, sourcePiece } from './story-pieces.js';
import { cutOut, type ReadSegment, segmentOf } from './story-segment.js';

/** The paragraph that is being read: in a story, a cell, or a note. */
export class StoryFlow {
  private items: Item[] = [];
  private held: StoryPiece[] = [];

  constructor(
    readonly role: SegmentRole,
    private readonly withSource: boolean,
    /** Takes the pieces of finished paragraphs. */
    private readonly sink: (pieces: readonly StoryPiece[]) => void,
  ) {}

  hold(piece: StoryPiece): void {
    this.held.push(piece);
  }

  add(item: Item): void {
    this.items.push(item);
  }

  /** Text and instructions in a `Content`. */
  addContent(raw: string, start: number, path: Path): void {
    for (const atom of atomsOf(raw, start)) {
      const placed = { start: atom.start, end: atom.start + atom.raw.length, path };
      const { kind } = atom;
      if (kind === 'cut') this.add({ kind, ...placed });
      else if (kind === 'single' || kind === 'break') {
        this.add({ kind, ...placed, pieces: [sourcePiece(atom.start, atom.raw)] });
      } else
        this.add({
          kind: 'text',
          ...placed,
          text: /[\n\r]/.test(atom.text) ? ' ' : atom.text,
          isBlank: kind === 'blank',
        });
    }
  }

  /** Ends the paragraph where it stands. */
  end(): void {
    const { items, held } = this;
    this.items = [];
    this.held = [];
    const read: ReadSegment[] = [];
    const start = held[0]?.start ?? 0;
    if (items.some((item) => item.kind === 'text' && !item.isBlank)) {
      for (const group of groupsOf(items)) {
        const segment = segmentOf(withoutEdges(group), this.role, held);
        if (segment) read.push(segment);
      }
    }
    if (this.withSource) for (const line of linesOf(read, items)) putAbove(line);
    const segments = read.map(({ piece }) => piece);
    let at = start;
    const pieces: StoryPiece[] = [];
    for (const segment of segments) {
      for (const piece of cutOut(held, at, segment.start)) pieces.push(piece);
      pieces.push(segment);
      at = segment.end;
    }
    for (const piece of segments.length === 0 ? held : cutOut(held, at, held.at(-1)?.end ?? at)) pieces.push(piece);
    this.sink(pieces);
  }
}

/** Segments between line breaks, where their sources can stand in one line. */
const linesOf = (segments: readonly ReadSegment[], items: readonly Item[]): ReadSegment[][] => {
  const breaks = items.filter(({ kind }) => kind === 'break').map(({ start }) => start);
  const lines: ReadSegment[][] = [];
  let passed = 0;
  for (const segment of segments) {
    const before = passed;
    while ((breaks[passed] ?? Number.POSITIVE_INFINITY) < segment.piece.start) passed += 1;
    const last = lines.at(-1);
    const first = last?.[0];
    if (last && first && before === passed && isAround(first.path, segment.path)) last.push(segment);
    else lines.push([segment]);
  }
  return lines;
};

const putAbove = (line: readonly ReadSegment[]): void => {
  const [first] = line;
  if (first) first.piece.above = { segments: line.map(({ piece }) => piece), text: lineAbove(line) };
};
