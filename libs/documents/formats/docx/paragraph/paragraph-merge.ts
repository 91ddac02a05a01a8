import { withMarks } from '#libs/documents/formats/inline/marks-in-text.js';
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
  const hasRanges = markersIn(stretch.content).some(({ edge }) => edge === 'start');
  const isInOrder = !hasRanges || new TranslationWriter(stretch, nowhere, 'inPlace', placed).write();
  new TranslationWriter(stretch, writer, isInOrder ? 'inPlace' : 'atEdges', placed).write();
};

/** The piece that is written where the text inside it is translated. */
const inTranslation = (piece: Piece): Piece =>
  piece.kind === 'markup' && piece.whenTranslated !== undefined
    ? { kind: 'markup', markup: piece.whenTranslated }
    : piece;

/** The text between two tags of a segment, which is read once for all of them. */
const textsInTags = (segment: Segment): ((id: number) => string) => {
  let text = '';
  const opened = new Map<number, number>();
  const closed = new Map<number, number>();
  for (const part of segment) {
    if ('text' in part) text += part.text;
    else if (part.kind !== 'single') (part.kind === 'open' ? opened : closed).set(part.id, text.length);
  }
  return (id) => text.slice(opened.get(id), closed.get(id));
};

/** The stretches of text of each content that has any, or markers in its text. */
const textsOf = ({ content, tags }: Stretch, placed: Segment): Map<InlineContent, Iterator<(string | Marker)[]>> => {
  const pieces = new Map<InlineContent, string[]>([[content, []]]);
  for (const node of tags.values()) if (node.kind === 'pair') pieces.set(node.content, []);
  const within = [content];
  for (const part of placed) {
    if ('text' in part) pieces.get(within.at(-1) ?? content)?.push(part.text);
    else if (part.kind === 'close') within.pop();
    else if (part.kind === 'open') {
      const node = tags.get(part.id);
      if (node?.kind === 'pair') within.push(node.content);
    }
  }
  const stretchesOf = ({ nodes }: InlineContent, texts: readonly string[]) =>
    withMarks(
      nodes.filter((node) => node.kind === 'text'),
      texts.length > 0 ? texts : [''],
    ).values();
  return new Map(Array.from(pieces, ([inside, texts]) => [inside, stretchesOf(inside, texts)]));
};

/** The markers of a content, in their order. */
const markersIn = ({ nodes }: InlineContent): Marker[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'text') return node.marks.map(({ marker }) => marker);
    if (node.kind === 'single') return [...node.before, ...node.after];
    const { first, last } = node.content;
    return [...node.before, ...first, ...markersIn(node.content), ...last, ...node.after];
  });

type Sink = Pick<RunWriter, 'write' | 'text'>;
const nowhere: Sink = { write: () => undefined, text: () => undefined };

type MarkerPlaces = 'inPlace' | 'atEdges';
type Tag = Exclude<SegmentPart, { text: string }>;

class TranslationWriter {
  /** Ranges that begin in this stretch, and those that have begun so far. */
  private readonly ranges: ReadonlySet<string | undefined>;
  private readonly begun = new Set<string | undefined>();
  private readonly within: InlineContent[];
  /** The stretches of text that stand directly in each content, in translation, with their markers. */
  private readonly texts: ReadonlyMap<InlineContent, Iterator<(string | Marker)[]>>;
  private isInOrder = true;
  private inPlaced: ((id: number) => string) | undefined;
  private inSource: ((id: number) => string) | undefined;

  constructor(
    private readonly stretch: Stretch,
    private readonly writer: Sink,
    private readonly places: MarkerPlaces,
    private readonly placed: Segment,
  ) {
    this.within = [stretch.content];
    this.texts = textsOf(stretch, placed);
    this.ranges = new Set(this.markers('start').map(({ range }) => range));
  }

  /** Writes the translation; returns whether each range has begun before it ends. */
  write(): boolean {
    const { placed } = this;
    const { prefix, suffix, tags, content } = this.stretch;
    this.pieces(prefix, !sameSegment(this.stretch.parts, placed));
    if (this.places === 'atEdges') for (const { pieces } of this.markers('start', 'point')) this.pieces(pieces);
    for (const part of placed) {
      if ('text' in part) this.text(this.within.at(-1) ?? content);
      else this.tag(part, tags.get(part.id));
    }
    this.text(content);
    if (this.places === 'atEdges') for (const { pieces } of this.markers('end')) this.pieces(pieces);
    this.pieces(suffix);
    return this.isInOrder;
  }

  /** Writes the next stretch of text of a content, if there is one. */
  private text(content: InlineContent): void {
    const next = this.texts.get(content)?.next();
    if (next === undefined || next.done) return;
    for (const item of next.value) {
      if (typeof item === 'string') this.writer.text(item, content.run);
      else this.mark([item]);
    }
  }

  private tag({ kind, id }: Tag, node: InlineNode | undefined): void {
    if (node === undefined || node.kind === 'text') return;
    if (kind !== 'close') this.mark(node.before);
    if (node.kind === 'single') this.pieces(node.pieces);
    else if (kind === 'open') {
      this.pieces(node.open, node.open.length > 0 && this.isTranslated(id));
      this.mark(node.content.first);
      this.within.push(node.content);
    } else {
      this.within.pop();
      this.text(node.content);
      this.mark(node.content.last);
      this.pieces(node.close);
    }
    if (kind !== 'open') this.mark(node.after);
  }

  /** Whether the text in a pair of tags has become another one. */
  private isTranslated(id: number): boolean {
    this.inPlaced ??= textsInTags(this.placed);
    this.inSource ??= textsInTags(this.stretch.parts);
    return this.inPlaced(id) !== this.inSource(id);
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
    return markersIn(this.stretch.content).filter(({ edge }) => edges.includes(edge));
  }
}
