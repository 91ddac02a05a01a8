import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementsOf, plainText, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Book } from '../book.js';
import { sheetPieces, type TagPiece } from '../sheet/sheet-pieces.js';
import { SheetZone } from '../sheet/sheet-zone.js';
import { decodeXstring, encodeXstring } from '../text/xstring.js';
import { isSheetTranslated, type Part } from '../xlsx-package.js';
import { withValue } from './attribute-texts.js';
import { changeOf } from './changes.js';
import { cachedText, cachedTexts, cacheElements, sheetOfCache } from './chart-caches.js';
import { withText } from './rules.js';
import { filtered } from './worksheet.js';

const wanted = {
  blocks: new Set(['f', 'definedName', 'calculatedColumnFormula', 'totalsRowFormula', 'lpstr', ...cacheElements]),
  tags: new Set([
    ...['sheet', 'tableColumn', 'filter', 'customFilter', 'worksheetSource', 'rangeSet', 'cacheField'],
    ...['sp', 'formControlPr', 'Relationship', 'slicerCacheDefinition', 'timelineCacheDefinition'],
  ]),
};

/** Attributes that are formulas. */
const formulas = ['textlink', 'fmlaLink', 'fmlaRange', 'fmlaGroup', 'fmlaTxbx'];

/**
 * The names of sheets and columns, and references to them, in parts that hold no cells: the workbook with its defined
 * names, tables, the sources of pivot tables, charts, controls and the list of sheets in the properties.
 */
export async function* referenceUnits(
  book: Book,
  part: Part,
  batches: AsyncIterable<XmlToken[]>,
): AsyncGenerator<TextUnit, void> {
  for await (const pieces of sheetPieces(batches, new SheetZone(), wanted)) {
    for (const piece of pieces) {
      if (piece.kind === 'block') {
        if (cacheElements.includes(piece.element.local)) {
          const text = newCache(book, piece.element);
          if (text !== undefined) yield changeOf(piece, text);
          continue;
        }
        const source = plainText(piece.element);
        const isName = piece.element.local === 'lpstr';
        const ownTable = part.type === 'table' ? book.tableIn(part.entry.name) : undefined;
        const text = isName ? (book.names.of(source) ?? book.renamed(source)) : book.rewritten(source, ownTable);
        if (text !== undefined) yield changeOf(piece, withText(piece.element, text));
      } else if (piece.kind === 'tag') {
        const text = newTag(book, piece, part);
        if (text !== piece.token.raw) yield changeOf(piece.token, text);
      }
    }
  }
}

/** The cache of a chart with the texts that its cells have now; undefined where none has changed. */
const newCache = (book: Book, cache: XmlElement): string | undefined => {
  const replacements = new Map<XmlElement, string>();
  if (isSheetTranslated(book.xlsx, sheetOfCache(cache))) {
    for (const element of cachedTexts(cache)) {
      const text = book.terms.of(cachedText(element));
      if (text !== undefined) replacements.set(element, withText(element, encodeXstring(text)));
    }
  }
  for (const formula of elementsOf(cache)) {
    const text = formula.local === 'f' ? book.renamed(plainText(formula)) : undefined;
    if (text !== undefined) replacements.set(formula, withText(formula, text));
  }
  return replacements.size === 0 ? undefined : serialize(cache, replacements);
};

/** A link of a shape to a place in the workbook. */
const newTarget = (book: Book, target: string): string | undefined => {
  if (!target.startsWith('#')) return undefined;
  const renamed = book.renamed(unescaped(target.slice(1)));
  return renamed && `#${encodeURI(renamed)}`;
};

const unescaped = (target: string): string => {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
};

const newTag = (book: Book, piece: TagPiece, { entry, sheet }: Part): string => {
  const { raw, local, attributes } = piece.token;
  const replaced = (tag: string, name: string, change: (value: string) => string | undefined): string => {
    const value = attributeOf(attributes, name);
    const text = value === undefined ? undefined : change(decodeXstring(value));
    return text === undefined ? tag : withValue(tag, attributes, name, text);
  };
  const newName = (name: string) => book.newNameIn(entry.name, 'columns', name);
  switch (local) {
    case 'sheet':
      return replaced(raw, 'name', (name) => book.names.of(name));
    case 'worksheetSource':
    case 'rangeSet':
      // A source in another workbook has a relationship to it.
      return attributeOf(attributes, 'id') === undefined ? replaced(raw, 'sheet', (name) => book.names.of(name)) : raw;
    case 'cacheField':
      return replaced(raw, 'name', newName);
    case 'tableColumn': {
      const tag = replaced(raw, 'name', newName);
      return replaced(tag, 'totalsRowLabel', (text) => book.newNameIn(entry.name, 'totals', text));
    }
    case 'slicerCacheDefinition':
    case 'timelineCacheDefinition':
      return replaced(raw, 'sourceName', (name) => book.newNameOf(name));
    case 'Relationship':
      return replaced(raw, 'Target', (target) => newTarget(book, target));
    case 'filter':
    case 'customFilter':
      return sheet?.isTranslated ? (filtered(book, piece) ?? raw) : raw;
    default:
      return formulas.reduce((tag, name) => replaced(tag, name, (formula) => book.renamed(formula)), raw);
  }
};
