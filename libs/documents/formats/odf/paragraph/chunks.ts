import { isWithinSentence } from '#libs/documents/formats/inline/line-break.js';
import type { BreakItem, Item } from './paragraph-items.js';

/** The items of a paragraph up to a break, and the break. */
export interface ItemChunk {
  items: Item[];
  end: BreakItem | undefined;
}

/**
 * Cuts a paragraph at tabs, and at line breaks unless a sentence goes on behind: those become single items. A container
 * that is open at a cut is closed before it and opened again behind it.
 */
export const chunksOf = (items: readonly Item[]): ItemChunk[] => {
  const continuing = continuingBreaks(items);
  const chunks: ItemChunk[] = [];
  const open: Item[] = [];
  let chunk: Item[] = [];
  for (const item of items) {
    if (item.kind === 'break' && !continuing.has(item)) {
      for (const { container } of containersOf(open).toReversed()) chunk.push({ kind: 'close', container });
      chunks.push({ items: chunk, end: item });
      chunk = [...open];
      continue;
    }
    if (item.kind === 'open') open.push(item);
    if (item.kind === 'close') open.pop();
    chunk.push(item.kind === 'break' ? { kind: 'single', node: item.node, look: item.look, isApart: true } : item);
  }
  chunks.push({ items: chunk, end: undefined });
  return chunks;
};

const containersOf = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'open' ? [item] : []));

/** The line breaks before which no sentence ends, and after which lower case follows. */
const continuingBreaks = (items: readonly Item[]): ReadonlySet<Item> => {
  const continuing = new Set<Item>();
  let last: Item | undefined;
  let text = '';
  for (const item of items) {
    if (item.kind === 'text') {
      if (item.text.trim() === '') continue;
      if (last?.kind === 'break' && !last.isTab && isWithinSentence(text, item.text)) continuing.add(last);
      text = item.text;
      last = item;
    } else if (item.kind === 'break') {
      if (last?.kind === 'break' || item.isTab) text = '';
      last = item;
    } else if (item.kind === 'single') last = item;
  }
  return continuing;
};
