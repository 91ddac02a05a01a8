import { fieldKind } from './fields.js';
import type { Item, Piece } from './paragraph-items.js';

type FieldItem = Item & { kind: 'field' };

const pieceOf = (item: Item): Piece => ({ kind: 'item', item });

/**
 * Makes one item of each field that begins and ends in this row: a container where its result is translated, an atom
 * or a marker else. A mark whose counterpart is elsewhere is an atom by itself.
 */
export const groupFields = (items: readonly Item[]): Item[] => {
  const grouped: Item[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    if (item.kind === 'container') grouped.push({ ...item, items: groupFields(item.items) });
    else if (item.kind !== 'field') grouped.push(item);
    else {
      const end = item.mark.edge === 'begin' ? endOf(items, at) : undefined;
      grouped.push(
        end === undefined ? { kind: 'atom', pieces: [item.piece] } : fieldItem(item, items.slice(at, end + 1)),
      );
      at = end ?? at;
    }
  }
  return grouped;
};

const fieldItem = (begin: FieldItem, items: readonly Item[]): Item => {
  const kind = fieldKind(begin.mark.field?.instruction ?? '');
  if (kind === 'invisible') return { kind: 'marker', edge: 'point', pieces: items.map(pieceOf) };
  const isOwnSeparator = (item: Item) =>
    item.kind === 'field' && item.mark.edge === 'separate' && item.mark.field === begin.mark.field;
  const separator = items.findIndex(isOwnSeparator);
  if (kind === 'kept' || separator < 0) return { kind: 'atom', pieces: items.map(pieceOf) };
  return {
    kind: 'container',
    open: items.slice(0, separator + 1).map(pieceOf),
    close: items.slice(-1).map(pieceOf),
    items: groupFields(items.slice(separator + 1, -1)),
  };
};

/** The index of the mark that ends the field begun at `from`, where both and all between are in one row. */
const endOf = (items: readonly Item[], from: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < items.length; at += 1) {
    const item = items[at];
    if (item?.kind === 'container' && !isBalanced(item.items)) return undefined;
    if (item?.kind !== 'field') continue;
    if (item.mark.edge === 'begin') depth += 1;
    if (item.mark.edge === 'end') depth -= 1;
    if (item.mark.edge === 'end' && depth === 0) return at;
  }
  return undefined;
};

const isBalanced = (items: readonly Item[]): boolean => {
  let depth = 0;
  for (const item of items) {
    if (item.kind === 'container' && !isBalanced(item.items)) return false;
    if (item.kind !== 'field') continue;
    if (item.mark.edge === 'begin') depth += 1;
    if (item.mark.edge === 'separate' && depth === 0) return false;
    if (item.mark.edge === 'end') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
};
