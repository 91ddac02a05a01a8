import { leftUnit } from '#libs/documents/formats/opc/left-units.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { withoutAttributes } from '#libs/documents/formats/xml/element-copy.js';
import { attributeOf, putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { closeTag, openTag, plainText } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Book } from '../book.js';
import { LinkLabels } from '../sheet/link-labels.js';
import { type BlockPiece, sheetPieces, type TagPiece } from '../sheet/sheet-pieces.js';
import { SheetZone } from '../sheet/sheet-zone.js';
import { placed } from '../text/placed-text.js';
import { printHeader } from '../text/print-header.js';
import { readRichText } from '../text/rich-text.js';
import { decodeXstring } from '../text/xstring.js';
import type { Part, Sheet } from '../xlsx-package.js';
import { attributeTexts, withValue } from './attribute-texts.js';
import { changeOf } from './changes.js';
import { ruleUnit, validationUnit, withText } from './rules.js';

const headers = ['oddHeader', 'evenHeader', 'firstHeader'];
const footers = ['oddFooter', 'evenFooter', 'firstFooter'];

const wanted = {
  blocks: new Set(['is', 'f', 'dataValidation', 'cfRule', ...headers, ...footers]),
  tags: new Set(['sheetView', 'hyperlink', 'filter', 'customFilter']),
};

/** Rows become as high as their cells need where those have both languages. */
const wantedWithRows = { ...wanted, tags: new Set([...wanted.tags, 'row']) };

/** UTF-16 units that Excel allows for a print header with its codes, and for the tip of a link. */
const maxHeaderLength = 255;
const tip = { tooltip: 255 };

export async function* worksheetUnits(
  book: Book,
  { entry, sheet }: Part,
  batches: AsyncIterable<XmlToken[]>,
  direction: DirectionChange,
): AsyncGenerator<TextUnit, void> {
  const isTranslated = sheet?.isTranslated ?? false;
  const part = entry.name;
  const listed = book.survey.lists.in(sheet);
  const hasTranslation = isTranslated || listed.length > 0;
  const elements = book.includesSource && hasTranslation ? wantedWithRows : wanted;
  const labels = new LinkLabels(book, part, sheet);
  const isRead = (piece: { isShown: boolean }) => hasTranslation && (piece.isShown || book.options.hidden);
  for await (const pieces of sheetPieces(batches, new SheetZone(new Set(), listed), elements)) {
    for (const piece of pieces) {
      if (piece.kind === 'string') {
        if (!isRead(piece)) continue;
        const index = book.divided.indexOf(piece.index);
        if (index !== undefined) yield changeOf(piece, String(index));
      } else if (piece.kind === 'block' && piece.element.local === 'is') {
        const isRelated = () => book.terms.hasCompared && book.terms.isCompared(readRichText(piece.element).plain);
        if (isRead(piece) || isRelated()) yield inlineString(book, piece, part, sheet);
      } else if (piece.kind === 'result') {
        const unit = labels.result(piece);
        if (unit !== undefined) yield unit;
      } else if (piece.kind === 'block') {
        const isFormula = piece.element.local === 'f';
        const unit = isFormula ? labels.formula(piece, isRead(piece)) : blockUnit(book, piece, part, isTranslated);
        if (unit !== undefined) yield unit;
      } else if (piece.token.local === 'hyperlink') yield linkUnit(book, piece, part, isTranslated);
      else if (isTranslated) {
        const text = changedTag(book, piece, direction);
        if (text !== undefined) yield changeOf(piece.token, text);
      }
    }
  }
}

const blockUnit = (book: Book, piece: BlockPiece, part: string, isTranslated: boolean): TextUnit | undefined => {
  const { local } = piece.element;
  if (local === 'dataValidation') return validationUnit(book, piece, part, isTranslated);
  if (local === 'cfRule') return ruleUnit(book, piece, isTranslated);
  if (!isTranslated) return undefined;
  const unit = headerUnit(book, piece, part);
  return book.options.translateHeaders ? unit : leftUnit(unit, part, skipReasons.headers);
};

const headerUnit = (book: Book, { element, start, end }: BlockPiece, part: string): TextUnit => {
  const role = headers.includes(element.local) ? 'header' : 'footer';
  const header = printHeader(decodeXstring(plainText(element)), role);
  return {
    segments: header.segments.map((parts) => ({ role, parts, part })),
    edit: (translations) => {
      const text = header.render(translations);
      if (text === undefined) return undefined;
      if (text.length <= maxHeaderLength) return { start, end, text: withText(element, text) };
      book.overflows.add(part);
      return undefined;
    },
  };
};

const inlineString = (
  book: Book,
  { element, start, end, place }: BlockPiece,
  part: string,
  sheet: Sheet | undefined,
): TextUnit => {
  const isReferred = sheet !== undefined && (book.survey.referred?.has(sheet, place) ?? false);
  const text = book.richText(element, isReferred);
  return {
    segments: placed(text, 'table', part),
    edit: (translations) => {
      const content = text.render(translations);
      if (content === undefined) return undefined;
      return { start, end, text: `${openTag(element)}${content}${closeTag(element)}` };
    },
  };
};

/** A link to a place in the workbook, and the tip that is shown over it. */
const linkUnit = (book: Book, { token }: TagPiece, part: string, isTranslated: boolean): TextUnit => {
  const { start, end, attributes, raw } = token;
  const texts = isTranslated ? attributeTexts(book, attributes, tip, part) : undefined;
  return {
    segments: (texts?.segments ?? []).map((parts) => ({ role: 'note', parts, part })),
    edit: (translations) => {
      const location = book.renamed(attributeOf(attributes, 'location') ?? '');
      const tag = texts?.write(raw, translations) ?? raw;
      const text = location === undefined ? tag : withValue(tag, attributes, 'location', location);
      return text === raw ? undefined : { start, end, text };
    },
  };
};

const changedTag = (book: Book, piece: TagPiece, direction: DirectionChange): string | undefined => {
  const { local } = piece.token;
  if (local === 'row') return withoutHeight(piece);
  return local === 'sheetView' ? directed(piece, direction) : filtered(book, piece);
};

/** The row without the height that the program has found for it, unless somebody has set it. */
const withoutHeight = ({ token: { raw, attributes } }: TagPiece): string | undefined => {
  const isSet = /^(?:1|true)$/.test(attributeOf(attributes, 'customHeight') ?? '');
  return isSet || attributeOf(attributes, 'ht') === undefined ? undefined : withoutAttributes(raw, ['ht']);
};

const directed = ({ token }: TagPiece, direction: DirectionChange): string | undefined => {
  const { raw, attributes } = token;
  const isRightToLeft = /^(?:1|true)$/.test(attributeOf(attributes, 'rightToLeft') ?? '');
  if (direction === undefined || isRightToLeft === (direction === 'toRightToLeft')) return undefined;
  return putAttribute(raw, attributes, 'rightToLeft', direction === 'toRightToLeft' ? '1' : '0');
};

/** A filter keeps the rows whose cells have its value. */
export const filtered = (book: Book, { token }: TagPiece): string | undefined => {
  const { raw, attributes } = token;
  const text = decodeXstring(attributeOf(attributes, 'val') ?? '');
  const value = book.terms.of(text) ?? book.terms.ofCompared(text);
  return value === undefined ? undefined : withValue(raw, attributes, 'val', value);
};
