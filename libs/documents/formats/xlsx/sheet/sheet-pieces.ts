import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { TreeBuilder, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { CellPlace, SheetZone } from './sheet-zone.js';

/** The number of a shared string in a cell. */
export interface StringPiece {
  kind: 'string';
  index: number;
  start: number;
  end: number;
  isShown: boolean;
  /** The cell that it is in. */
  place: CellPlace;
}

/** An element that is held whole; `isShown`: for one in a cell, whether that is. */
export interface BlockPiece {
  kind: 'block';
  element: XmlElement;
  start: number;
  end: number;
  isShown: boolean;
  /** The cell that it is in, or that was before it. */
  place: CellPlace;
}

/** The text that is kept as the result of the formula before it. */
export interface ResultPiece {
  kind: 'result';
  text: string;
  start: number;
  end: number;
  isShown: boolean;
}

/** A start tag. */
export interface TagPiece {
  kind: 'tag';
  token: XmlToken & { kind: 'open' };
}

export type SheetPiece = StringPiece | BlockPiece | ResultPiece | TagPiece;

/** Local names of the elements that are wanted, whole or their start tags alone. */
export interface WantedElements {
  blocks: ReadonlySet<string>;
  tags: ReadonlySet<string>;
}

/** Cells that are empty, a number or a shared string: its column, and the number of its string. */
export const plainCells =
  /<c r="([A-Z]{1,3})[0-9]{1,7}"(?: s="[0-9]+")?(?:\/>|>(?:<v>[-+.0-9E]+<\/v>)?<\/c>| t="s"><v>([0-9]{1,9})<\/v><\/c>)/y;

/** The length of what stands behind the number of a string in a plain cell. */
const behindNumber = '</v></c>'.length;

/** The pieces of a sheet that matter, a batch for each batch of tokens; everything else streams by. */
export async function* sheetPieces(
  batches: AsyncIterable<XmlToken[]>,
  zone: SheetZone,
  { blocks, tags }: WantedElements,
): AsyncGenerator<SheetPiece[], void> {
  let block: TreeBuilder | undefined;
  let isShown = true;
  let { place } = zone;
  let type: string | undefined;
  let hasFormula = false;
  /** The text of the value that is being read. */
  let value: { text: string; start: number; end: number } | undefined;
  for await (const tokens of batches) {
    const pieces: SheetPiece[] = [];
    for (const token of tokens) {
      if (token.kind === 'whole' && block === undefined) {
        const [, column = '', number] = token.found;
        isShown = zone.enterColumn(column);
        place = zone.place;
        if (number === undefined) continue;
        const end = token.end - behindNumber;
        pieces.push({ kind: 'string', index: Number(number), start: end - number.length, end, isShown, place });
      } else if (block !== undefined) {
        if (!block.add(token)) continue;
        pieces.push({ kind: 'block', element: block.element, start: block.start, end: block.end, isShown, place });
        hasFormula = block.element.local === 'f';
        block = undefined;
      } else if (token.kind === 'text') {
        if (value === undefined) continue;
        if (value.text === '') value.start = token.start;
        value.text += token.text;
        value.end = token.end;
      } else if (token.kind === 'close') {
        if (value === undefined) continue;
        const index = Number.parseInt(value.text, 10);
        if (type === 'str') pieces.push({ kind: 'result', ...value, isShown });
        else if (index >= 0) pieces.push({ kind: 'string', index, start: value.start, end: value.end, isShown, place });
        value = undefined;
      } else if (token.kind === 'open') {
        const { local, attributes } = token;
        if (local === 'c') {
          isShown = zone.enterCell(attributes);
          place = zone.place;
          type = attributeOf(attributes, 't');
          hasFormula = false;
        } else if (local === 'v' && (type === 's' || (type === 'str' && hasFormula)))
          value = { text: '', start: token.end, end: token.end };
        else if (local === 'row') {
          zone.enterRow(attributes);
          if (tags.has(local)) pieces.push({ kind: 'tag', token });
        } else if (local === 'col') zone.columns(attributes);
        else if (blocks.has(local)) block = new TreeBuilder(token);
        else if (tags.has(local)) pieces.push({ kind: 'tag', token });
      }
    }
    if (pieces.length > 0) yield pieces;
  }
}
