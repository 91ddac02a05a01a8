import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { plainText, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import type { Book } from '../book.js';
import { withLiteral } from '../formula/rule-literals.js';
import type { BlockPiece } from '../sheet/sheet-pieces.js';
import { comparesText, formulasOf, listFormula, ruleText, translatedList } from '../sheet/validation.js';
import { decodeXstring } from '../text/xstring.js';
import { attributeTexts, withValue } from './attribute-texts.js';

/** UTF-16 units that Excel allows for the messages of a validation. */
const messages = { promptTitle: 32, prompt: 255, errorTitle: 32, error: 225 };

/** An element that holds only text, with another text. */
export const withText = (element: XmlElement, text: string): string =>
  `${element.open}${escapeXmlText(text)}${element.close}`;

/** A piece with some of its elements replaced, and another start tag; undefined where nothing changes. */
const edited = (piece: BlockPiece, open: string, replacements: ReadonlyMap<XmlElement, string>) => {
  const { element, start, end } = piece;
  if (open === element.open && replacements.size === 0) return undefined;
  return { start, end, text: serialize({ ...element, open }, replacements) };
};

/** A validation: its messages, its values where it lists them, and the sheets and texts in its formulas. */
export const validationUnit = (book: Book, piece: BlockPiece, part: string, isTranslated: boolean): TextUnit => {
  const { element } = piece;
  const texts = isTranslated ? attributeTexts(book, element.attributes, messages, part) : undefined;
  const list = isTranslated ? listFormula(element) : undefined;
  return {
    segments: (texts?.segments ?? []).map((parts) => ({ role: 'note', parts, part })),
    edit(translations) {
      const replacements = new Map<XmlElement, string>();
      for (const formula of formulasOf(element)) {
        const rewritten = formula === list ? undefined : book.rewritten(plainText(formula));
        const listed = formula === list ? translatedList(formula, (text) => book.terms.of(text)) : undefined;
        if (listed === 'overflow') book.overflows.add(part);
        const text = listed === 'overflow' ? undefined : (listed ?? rewritten);
        if (text !== undefined) replacements.set(formula, withText(formula, text));
      }
      return edited(piece, texts?.write(element.open, translations) ?? element.open, replacements);
    },
  };
};

/** A rule of conditional formatting: the texts that it compares cells with, and the sheets in its formulas. */
export const ruleUnit = (book: Book, piece: BlockPiece, isTranslated: boolean): TextUnit => ({
  segments: [],
  edit() {
    const { element } = piece;
    const replacements = new Map<XmlElement, string>();
    const text = isTranslated && comparesText(element) ? ruleText(element) : undefined;
    const translation = text === undefined ? undefined : book.terms.of(decodeXstring(text));
    for (const formula of formulasOf(element)) {
      const source = plainText(formula);
      const changed =
        text === undefined
          ? (book.rewritten(source) ?? source)
          : withLiteral(book.renamed(source) ?? source, text, translation);
      if (changed !== source) replacements.set(formula, withText(formula, changed));
    }
    const open =
      translation === undefined ? element.open : withValue(element.open, element.attributes, 'text', translation);
    return edited(piece, open, replacements);
  },
});
