import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { groupFields } from './field-groups.js';
import type { ItemReading } from './item-reading.js';
import { type Item, itemsOf, type Piece } from './paragraph-items.js';
import { softenBreaks } from './soft-breaks.js';
import { type Stretch, stretchOf } from './stretch.js';

/** Content of a paragraph, in order: markup that stays, and stretches of words. */
type Content = { kind: 'fixed'; pieces: readonly Piece[] } | { kind: 'stretch'; stretch: Stretch };

/** A paragraph with its segments. */
export interface Paragraph {
  element: XmlElement;
  content: readonly Content[];
  /** At least one. */
  stretches: readonly Stretch[];
}

/** The paragraph, undefined where there is nothing to translate. The fields are read on in any case. */
export const readParagraph = (element: XmlElement, reading: ItemReading): Paragraph | undefined => {
  const items = groupFields(itemsOf(element, reading));
  reading.left.end();
  softenBreaks(items);
  const content = contentOf(items, separated(items));
  const stretches = content.flatMap((part) => (part.kind === 'stretch' ? [part.stretch] : []));
  return stretches.length === 0 ? undefined : { element, content, stretches };
};

/** The containers that hold something that separates words. */
const separated = (items: readonly Item[], found = new Set<Item>()): Set<Item> => {
  for (const item of items) {
    if (item.kind !== 'container') continue;
    separated(item.items, found);
    if (item.items.some((inner) => separates(inner) || found.has(inner))) found.add(item);
  }
  return found;
};

const separates = (item: Item): boolean => item.kind === 'separator' && !item.isSoft;

const contentOf = (items: readonly Item[], withSeparators: ReadonlySet<Item>): Content[] => {
  const content: Content[] = [];
  let pending: Item[] = [];
  const fixed = (pieces: readonly Piece[]) => content.push({ kind: 'fixed', pieces });
  const endStretch = () => {
    const stretch = stretchOf(pending);
    if (stretch === undefined) fixed(pending.map((item) => ({ kind: 'item', item })));
    else content.push({ kind: 'stretch', stretch });
    pending = [];
  };
  for (const item of items) {
    const isOpened = item.kind === 'container' && withSeparators.has(item);
    if (!isOpened && !separates(item)) {
      pending.push(item);
      continue;
    }
    endStretch();
    if (!isOpened) fixed([{ kind: 'item', item }]);
    else {
      fixed(item.open);
      for (const part of contentOf(item.items, withSeparators)) content.push(part);
      fixed(item.close);
    }
  }
  endStretch();
  return content;
};
