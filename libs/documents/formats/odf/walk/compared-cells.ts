import { setContent } from '#libs/documents/formats/xml/set-content.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { odfAttribute, odfName, odfValue } from '../odf-names.js';
import { readParagraph } from '../paragraph/paragraph.js';
import { type CellValue, cellValue } from '../sheets/cell-value.js';
import type { SheetTerms } from '../sheets/sheet-terms.js';
import type { StyleBook } from '../styles/style-book.js';
import { textIn } from './cell-text.js';
import type { Omission } from './omissions.js';
import type { Scope } from './scope.js';

/** A cell whose text formulas compare. */
export interface ComparedCell {
  /** The paragraph that shows it, undefined where the cell has its value alone. */
  paragraph: XmlElement | undefined;
  /** Why it stays; else it has its translation already, and `apply` writes that. Whether anything changes. */
  omission: Omission | undefined;
  apply(): boolean;
}

/** Hidden cells and results of formulas follow the cells that they are compared with. */
const isRelated = (cell: XmlElement, { omission }: Scope): boolean =>
  omission === undefined ||
  omission === 'hidden' ||
  (omission === 'formula' && odfValue(cell.attributes, 'office:value-type') === 'string');

export const comparedCell = (
  cell: XmlElement,
  scope: Scope,
  book: StyleBook,
  compared: SheetTerms,
): ComparedCell | undefined => {
  if (!compared.terms.hasTerms || scope.role !== 'table' || !isRelated(cell, scope)) return undefined;
  const value = cellValue(cell, book);
  if (value === undefined || !compared.terms.has(value.text)) return undefined;
  const stays = compared.whyStays(value.text);
  if (stays !== undefined && scope.omission !== undefined) return undefined;
  return {
    paragraph: value.paragraph,
    omission: stays && (stays === 'cells' ? 'compared' : 'name'),
    apply: () => {
      const translation = compared.terms.of(value.text);
      return translation !== undefined && write(cell, value, translation, book);
    },
  };
};

const write = (cell: XmlElement, { paragraph }: CellValue, translation: string, book: StyleBook): boolean => {
  const attribute = odfAttribute(cell.attributes, 'office:string-value');
  if (attribute !== undefined) cell.open = withAttribute(cell.open, attribute.name, translation);
  const written = paragraph && readParagraph(paragraph, book)?.translated([[{ kind: 'text', text: translation }]]);
  if (paragraph !== undefined && written !== undefined) setContent(paragraph, written.markup, written.text);
  return true;
};

/** Puts a number behind the text of a cell where formulas look for the text and mean another one. */
export const setApart = (cell: XmlElement, { terms }: SheetTerms): boolean => {
  const [paragraph, ...others] = elementsOf(cell).filter((child) => odfName(child) === 'text:p');
  if (paragraph === undefined || others.length > 0) return false;
  const suffix = terms.apart(textIn(paragraph));
  if (suffix === '') return false;
  paragraph.children.push({ kind: 'text', text: suffix, raw: escapeXmlText(suffix) });
  return true;
};
