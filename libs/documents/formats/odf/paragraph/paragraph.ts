import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { prefixOf } from '../odf-names.js';
import type { StyleBook } from '../styles/style-book.js';
import { type Chunk, readChunk } from './chunk.js';
import { chunksOf, type ItemChunk } from './chunks.js';
import { type Item, itemsOf } from './paragraph-items.js';
import { ParagraphWriter } from './paragraph-writer.js';
import { translatedItems } from './translated-items.js';

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
  const row: Item[] = [];
  let text = '';
  let index = 0;
  for (const { items, end, chunk } of chunks) {
    const translation = chunk && placed[index];
    if (chunk !== undefined) index += 1;
    if (chunk === undefined || translation === undefined || sameSegment(chunk.parts, translation)) {
      addTo(row, items);
      text += items.map((item) => (item.kind === 'text' ? item.text : '')).join('');
    } else {
      addTo(row, translatedItems(chunk, translation));
      text += [...chunk.prefix, ...translation, ...chunk.suffix]
        .map((part) => ('text' in part ? part.text : ''))
        .join('');
    }
    if (end !== undefined) {
      row.push(end);
      text += end.isTab ? '\t' : '\n';
    }
  }
  for (const item of row) writer.write(item);
  return { markup: writer.finish(), text };
};

/** Adds the items of a chunk. Containers that were closed for the break before it, and are opened behind it, go on instead. */
const addTo = (row: Item[], items: readonly Item[]): void => {
  const end = row.at(-1);
  let going = 0;
  for (;;) {
    const opened = items[going];
    const closed = row.at(-2 - going);
    if (end?.kind !== 'break' || opened?.kind !== 'open' || closed?.kind !== 'close') break;
    if (opened.container !== closed.container) break;
    going += 1;
  }
  if (end !== undefined && going > 0) row.splice(-1 - going, going + 1, end);
  for (const item of items.slice(going)) row.push(item);
};
