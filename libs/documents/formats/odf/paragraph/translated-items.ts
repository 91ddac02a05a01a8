import { withMarks } from '#libs/documents/formats/inline/marks-in-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { odfName, odfValue } from '../odf-names.js';
import type { Chunk } from './chunk.js';
import type { InlineContent, InlineNode } from './inline-content.js';
import type { Item, Marker } from './paragraph-items.js';

/**
 * The items of a chunk in translation. Markers stay beside their tags and their words, or go to the two ends where a
 * range would end before it begins.
 */
export const translatedItems = (chunk: Chunk, placed: Segment): Item[] => {
  const inPlace = itemsInPlace(chunk, placed);
  return isInOrder(inPlace) ? inPlace : itemsBetweenMarkers(chunk, inPlace);
};

/** The stretches of text that stand directly in each content, as items with their markers. */
const stretchesOf = (chunk: Chunk, placed: Segment): ReadonlyMap<InlineContent, Item[][]> => {
  const pieces = new Map<InlineContent, string[]>([[chunk.content, []]]);
  for (const node of chunk.tags.values()) if (node.kind === 'pair') pieces.set(node.content, []);
  const within = [chunk.content];
  for (const part of placed) {
    const content = within.at(-1);
    if ('text' in part) {
      if (content !== undefined) pieces.get(content)?.push(part.text);
    } else if (part.kind === 'close') within.pop();
    else if (part.kind === 'open') {
      const node = chunk.tags.get(part.id);
      if (node?.kind === 'pair') within.push(node.content);
    }
  }
  // A content without text still has its markers.
  return new Map(
    Array.from(pieces, ([content, texts]) => [content, stretchesIn(content, texts.length > 0 ? texts : [''])]),
  );
};

/** The stretches of text that stand directly in a content, in translation, with their markers. */
const stretchesIn = ({ nodes, look }: InlineContent, pieces: readonly string[]): Item[][] => {
  const sources = nodes.filter((node) => node.kind === 'text');
  return withMarks(sources, pieces).map((stretch) =>
    stretch.map((item): Item => (typeof item === 'string' ? { kind: 'text', text: item, look } : item)),
  );
};

type Tag = Exclude<SegmentPart, { text: string }>;

const itemsInPlace = (chunk: Chunk, placed: Segment): Item[] => {
  const items: Item[] = [...chunk.prefix];
  const stretches = new Map(Array.from(stretchesOf(chunk, placed), ([content, found]) => [content, found.values()]));
  const within: InlineContent[] = [chunk.content];
  const addStretch = (content: InlineContent): void => {
    for (const item of stretches.get(content)?.next().value ?? []) items.push(item);
  };
  const tag = ({ kind }: Tag, node: InlineNode | undefined): void => {
    if (node === undefined || node.kind === 'text') return;
    if (kind !== 'close') items.push(...node.before);
    if (node.kind === 'single') items.push(...node.items);
    else if (kind === 'open') {
      if (node.container !== undefined) items.push({ kind: 'open', container: node.container });
      items.push(...node.content.first);
      within.push(node.content);
    } else {
      within.pop();
      addStretch(node.content);
      items.push(...node.content.last);
      if (node.container !== undefined) items.push({ kind: 'close', container: node.container });
    }
    if (kind !== 'open') items.push(...node.after);
  };
  for (const part of placed) {
    const content = within.at(-1);
    if (!('text' in part)) tag(part, chunk.tags.get(part.id));
    else if (content !== undefined) addStretch(content);
  }
  addStretch(chunk.content);
  items.push(...chunk.suffix);
  return items;
};

/** The same items with all markers of the chunk at its two ends. */
const itemsBetweenMarkers = ({ prefix, suffix, content }: Chunk, items: readonly Item[]): Item[] => {
  const markers = markersIn(content);
  const moved = new Set<Item>(markers);
  return [
    ...prefix,
    ...markers.filter(({ edge }) => edge !== 'end'),
    ...items.slice(prefix.length, items.length - suffix.length).filter((item) => !moved.has(item)),
    ...markers.filter(({ edge }) => edge === 'end'),
    ...suffix,
  ];
};

const markersIn = ({ nodes }: InlineContent): Marker[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'text') return node.marks.map(({ marker }) => marker);
    const { before, after } = node;
    if (node.kind === 'single') return [...before, ...after];
    const { first, last } = node.content;
    return [...before, ...first, ...markersIn(node.content), ...last, ...after];
  });

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
