import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import { closeTag, openTag, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { type DirectionChange, paragraphProperties, runProperties } from '../word/text-direction.js';
import { prefixOf } from '../word/word-names.js';
import type { InlineContent, InlineNode } from './inline-nodes.js';
import type { Paragraph } from './paragraph.js';
import type { Marker, Piece } from './paragraph-items.js';
import { RunWriter } from './run-writer.js';

/**
 * The markup of a paragraph in translation, undefined where it says the same. `replacements` are elements in it that
 * have been translated already.
 */
export const mergeParagraph = (
  paragraph: Paragraph,
  translation: Segment,
  change: DirectionChange,
  replacements: ReadonlyMap<XmlElement, string>,
): string | undefined => {
  const placed = repairTags(paragraph.parts, translation);
  if (sameSegment(placed, paragraph.parts)) return undefined;
  const { element } = paragraph;
  const prefix = prefixOf(element);
  const written = (markers: MarkerPlaces) => {
    const writer = new RunWriter(prefix, (run) => runProperties(run?.properties, change, prefix), replacements);
    return new TranslationWriter(paragraph, writer, markers).write(placed);
  };
  const content = written('inPlace') ?? written('atEdges');
  return `${openTag(element)}${paragraphProperties(element, change)}${content}${closeTag(element)}`;
};

type MarkerPlaces = 'inPlace' | 'atEdges';
type Tag = Exclude<SegmentPart, { text: string }>;

class TranslationWriter {
  /** Ranges that begin in this paragraph, and those that have begun so far. */
  private readonly ranges: ReadonlySet<string | undefined>;
  private readonly begun = new Set<string | undefined>();
  private readonly within: InlineContent[];
  private isInOrder = true;

  constructor(
    private readonly paragraph: Paragraph,
    private readonly writer: RunWriter,
    private readonly places: MarkerPlaces,
  ) {
    this.within = [paragraph.content];
    this.ranges = new Set(this.markers('start').map(({ range }) => range));
  }

  /** The markup, undefined where tags have changed places so that a range would end before it begins. */
  write(placed: Segment): string | undefined {
    const { prefix, suffix, tags } = this.paragraph;
    this.pieces(prefix);
    if (this.places === 'atEdges') for (const { pieces } of this.markers('start', 'point')) this.pieces(pieces);
    for (const part of placed) {
      if ('text' in part) this.writer.text(part.text, this.within.at(-1)?.run);
      else this.tag(part, tags.get(part.id));
    }
    if (this.places === 'atEdges') for (const { pieces } of this.markers('end')) this.pieces(pieces);
    this.pieces(suffix);
    return this.isInOrder ? this.writer.finish() : undefined;
  }

  private tag({ kind }: Tag, node: InlineNode | undefined): void {
    if (node === undefined || node.kind === 'text') return;
    if (kind !== 'close') this.mark(node.before);
    if (node.kind === 'single') this.pieces(node.pieces);
    else if (kind === 'open') {
      this.pieces(node.open);
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

  private pieces(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.writer.write(piece);
  }

  /** The markers of all tags, in their order in the source. */
  private markers(...edges: Marker['edge'][]): Marker[] {
    const ofNode = (node: InlineNode) =>
      node.kind === 'pair'
        ? [...node.before, ...node.content.first, ...node.content.last, ...node.after]
        : [...node.before, ...node.after];
    return [...this.paragraph.tags.values()].flatMap(ofNode).filter(({ edge }) => edges.includes(edge));
  }
}
