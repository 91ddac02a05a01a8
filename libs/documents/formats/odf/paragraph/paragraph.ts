import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { odfName, odfValue, prefixOf } from '../odf-names.js';
import type { StyleBook } from '../styles/style-book.js';
import { type Chunk, readChunk } from './chunk.js';
import { chunksOf, type ItemChunk } from './chunks.js';
import type { InlineContent, InlineNode } from './inline-content.js';
import { type Item, itemsOf, type Marker } from './paragraph-items.js';
import { ParagraphWriter } from './paragraph-writer.js';

/** A paragraph as segments, one after another. */
export interface Paragraph {
  segments: readonly Segment[];
  /** The content in translation, undefined where it says the same. One translation a segment. */
  translated(translations: readonly Segment[]): { markup: string; text: string } | undefined;
}

/** The paragraph, undefined where there is nothing to translate. */
export const readParagraph = (element: XmlElement, book: StyleBook): Paragraph | undefined => {
  const read = chunksOf(itemsOf(element, book)).map((items) => ({ ...items, chunk: readChunk(items.items) }));
  const segments = read.flatMap(({ chunk }) => (chunk === undefined ? [] : [chunk.parts]));
  if (segments.length === 0) return undefined;
  const translated = (translations: readonly Segment[]) => {
    const placed = segments.map((segment, at) => repairTags(segment, translations[at] ?? segment));
    if (placed.every((segment, at) => sameSegment(segment, segments[at] ?? []))) return undefined;
    return written(read, placed, prefixOf(element));
  };
  return { segments, translated };
};

type ReadChunk = ItemChunk & { chunk: Chunk | undefined };

const written = (chunks: readonly ReadChunk[], placed: readonly Segment[], prefix: string) => {
  const writer = new ParagraphWriter(prefix);
  let text = '';
  let index = 0;
  for (const { items, end, chunk } of chunks) {
    const translation = chunk && placed[index];
    if (chunk !== undefined) index += 1;
    if (chunk === undefined || translation === undefined || sameSegment(chunk.parts, translation)) {
      for (const item of items) writer.write(item);
      text += items.map((item) => (item.kind === 'text' ? item.text : '')).join('');
    } else {
      writeTranslation(chunk, translation, writer);
      text += [...chunk.prefix, ...translation, ...chunk.suffix]
        .map((part) => ('text' in part ? part.text : ''))
        .join('');
    }
    if (end !== undefined) {
      writer.write(end);
      text += end.isTab ? '\t' : '\n';
    }
  }
  return { markup: writer.finish(), text };
};

type Tag = Exclude<SegmentPart, { text: string }>;

/** Markers stay beside their tags, or go to the two ends where a range would end before it begins. */
const writeTranslation = (chunk: Chunk, placed: Segment, writer: ParagraphWriter): void => {
  const inPlace = itemsOfTranslation(chunk, placed, true);
  const items = isInOrder(inPlace) ? inPlace : itemsOfTranslation(chunk, placed, false);
  for (const item of items) writer.write(item);
};

const itemsOfTranslation = (chunk: Chunk, placed: Segment, isInPlace: boolean): Item[] => {
  const items: Item[] = [...chunk.prefix];
  const markers = [...chunk.tags.values()].flatMap(markersOf);
  const mark = (marked: readonly Marker[]): void => {
    if (isInPlace) items.push(...marked);
  };
  if (!isInPlace) items.push(...markers.filter(({ edge }) => edge !== 'end'));
  const within: InlineContent[] = [chunk.content];
  const tag = ({ kind }: Tag, node: InlineNode | undefined): void => {
    if (node === undefined || node.kind === 'text') return;
    if (kind !== 'close') mark(node.before);
    if (node.kind === 'single') items.push(...node.items);
    else if (kind === 'open') {
      if (node.container !== undefined) items.push({ kind: 'open', container: node.container });
      mark(node.content.first);
      within.push(node.content);
    } else {
      within.pop();
      mark(node.content.last);
      if (node.container !== undefined) items.push({ kind: 'close', container: node.container });
    }
    if (kind !== 'open') mark(node.after);
  };
  for (const part of placed) {
    if ('text' in part) {
      const look = within.at(-1)?.look;
      if (look !== undefined) items.push({ kind: 'text', text: part.text, look });
    } else tag(part, chunk.tags.get(part.id));
  }
  if (!isInPlace) items.push(...markers.filter(({ edge }) => edge === 'end'));
  items.push(...chunk.suffix);
  return items;
};

const markersOf = (node: InlineNode): Marker[] =>
  node.kind === 'pair'
    ? [...node.before, ...node.content.first, ...node.content.last, ...node.after]
    : [...node.before, ...node.after];

/** Whether no range ends before it begins. An annotation is a tag of its own and begins the range that it is about. */
const isInOrder = (items: readonly Item[]): boolean => {
  const awaited = new Set(items.flatMap((item) => rangeStart(item) ?? []));
  for (const item of items) {
    const start = rangeStart(item);
    if (start !== undefined) awaited.delete(start);
    if (item.kind === 'marker' && item.edge === 'end' && awaited.has(item.range)) return false;
  }
  return true;
};

const rangeStart = (item: Item): string | undefined => {
  if (item.kind === 'marker') return item.edge === 'start' ? item.range : undefined;
  if (item.kind !== 'single' || odfName(item.node) !== 'office:annotation') return undefined;
  return `office:annotation ${odfValue(item.node.attributes, 'office:name')}`;
};
