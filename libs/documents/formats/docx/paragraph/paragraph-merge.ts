import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import { closeTag, openTag, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { paragraphProperties, runProperties } from '../word/text-direction.js';
import { prefixOf } from '../word/word-names.js';
import type { InlineContent, InlineNode } from './inline-nodes.js';
import type { Paragraph } from './paragraph.js';
import type { Marker, Piece } from './paragraph-items.js';
import { RunWriter } from './run-writer.js';
import type { Stretch } from './stretch.js';

/**
 * The markup of a paragraph in translation, one for each stretch, undefined where all of them say the same. `replacements` are elements in it that
 * have been translated already.
 */
export const mergeParagraph = (
  paragraph: Paragraph,
  translations: readonly Segment[],
  change: DirectionChange,
  replacements: ReadonlyMap<XmlElement, string>,
): string | undefined => {
  const { element, content, stretches } = paragraph;
  const placed = new Map(stretches.map((stretch, at) => [stretch, repairTags(stretch.parts, translations[at] ?? [])]));
  if (stretches.every((stretch) => sameSegment(stretch.parts, placed.get(stretch) ?? []))) return undefined;
  const prefix = prefixOf(element);
  const writer = new RunWriter(prefix, (run) => runProperties(run?.properties, change, prefix), replacements);
  for (const part of content) {
    if (part.kind === 'fixed') for (const piece of part.pieces) writer.write(inTranslation(piece));
    else writeStretch(part.stretch, placed.get(part.stretch) ?? [], writer);
  }
  return `${openTag(element)}${paragraphProperties(element, change)}${writer.finish()}${closeTag(element)}`;
};

const writeStretch = (stretch: Stretch, placed: Segment, writer: RunWriter): void => {
  const isInOrder = new TranslationWriter(stretch, nowhere, 'inPlace').write(placed);
  new TranslationWriter(stretch, writer, isInOrder ? 'inPlace' : 'atEdges').write(placed);
};

/** The piece that is written where the text inside it is translated. */
const inTranslation = (piece: Piece): Piece =>
  piece.kind === 'markup' && piece.whenTranslated !== undefined
    ? { kind: 'markup', markup: piece.whenTranslated }
    : piece;

/** The text between two tags. */
const textIn = (id: number, segment: Segment): string => {
  const at = (kind: Tag['kind']) => segment.findIndex((part) => part.kind === kind && part.id === id);
  const inside = segment.slice(at('open') + 1, Math.max(0, at('close')));
  return inside.map((part) => ('text' in part ? part.text : '')).join('');
};

type Sink = Pick<RunWriter, 'write' | 'text'>;
const nowhere: Sink = { write: () => undefined, text: () => undefined };

type MarkerPlaces = 'inPlace' | 'atEdges';
type Tag = Exclude<SegmentPart, { text: string }>;

class TranslationWriter {
  /** Ranges that begin in this stretch, and those that have begun so far. */
  private readonly ranges: ReadonlySet<string | undefined>;
  private readonly begun = new Set<string | undefined>();
  private readonly within: InlineContent[];
  private isInOrder = true;

  constructor(
    private readonly stretch: Stretch,
    private readonly writer: Sink,
    private readonly places: MarkerPlaces,
  ) {
    this.within = [stretch.content];
    this.ranges = new Set(this.markers('start').map(({ range }) => range));
  }

  /** Writes the translation; returns whether each range has begun before it ends. */
  write(placed: Segment): boolean {
    const { prefix, suffix, tags } = this.stretch;
    this.pieces(prefix, !sameSegment(this.stretch.parts, placed));
    if (this.places === 'atEdges') for (const { pieces } of this.markers('start', 'point')) this.pieces(pieces);
    for (const part of placed) {
      if ('text' in part) this.writer.text(part.text, this.within.at(-1)?.run);
      else this.tag(part, tags.get(part.id), textIn(part.id, placed));
    }
    if (this.places === 'atEdges') for (const { pieces } of this.markers('end')) this.pieces(pieces);
    this.pieces(suffix);
    return this.isInOrder;
  }

  /** Writes a tag; `text` is the translation of what is in it. */
  private tag({ kind, id }: Tag, node: InlineNode | undefined, text: string): void {
    if (node === undefined || node.kind === 'text') return;
    if (kind !== 'close') this.mark(node.before);
    if (node.kind === 'single') this.pieces(node.pieces);
    else if (kind === 'open') {
      this.pieces(node.open, text !== textIn(id, this.stretch.parts));
      this.mark(node.content.first);
      this.within.push(node.content);
    } else {
      this.within.pop();
      this.mark(node.content.last);
      this.pieces(node.close);
    }
    if (kind !== 'open') this.mark(node.after);
  }

  private mark(markers: readonly Marker[]): void {
    if (this.places === 'atEdges') return;
    for (const { edge, range, pieces } of markers) {
      if (edge === 'start') this.begun.add(range);
      if (edge === 'end' && this.ranges.has(range) && !this.begun.has(range)) this.isInOrder = false;
      this.pieces(pieces);
    }
  }

  private pieces(pieces: readonly Piece[], isTranslated = false): void {
    for (const piece of pieces) this.writer.write(isTranslated ? inTranslation(piece) : piece);
  }

  /** The markers of all tags, in their order in the source. */
  private markers(...edges: Marker['edge'][]): Marker[] {
    const ofNode = (node: InlineNode) =>
      node.kind === 'pair'
        ? [...node.before, ...node.content.first, ...node.content.last, ...node.after]
        : [...node.before, ...node.after];
    return [...this.stretch.tags.values()].flatMap(ofNode).filter(({ edge }) => edges.includes(edge));
  }
}
