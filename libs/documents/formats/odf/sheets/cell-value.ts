import { elementsOf, isElement, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfName, odfValue } from '../odf-names.js';
import { readParagraph } from '../paragraph/paragraph.js';
import type { StyleBook } from '../styles/style-book.js';
import { squeezed, textIn } from '../walk/cell-text.js';

/** The text that formulas find in a cell, and the paragraph that shows it; a cell can have its value alone. */
export interface CellValue {
  text: string;
  paragraph: XmlElement | undefined;
}

/** Blanks beyond one are elements, which count them. */
const written = (element: XmlElement): string =>
  element.children
    .map((child) => {
      if (!isElement(child)) return child.text.replace(/\s+/g, ' ');
      if (odfName(child) === 'text:s')
        return ' '.repeat(Math.min(Number(odfValue(child.attributes, 'text:c') ?? 1), 256));
      return written(child);
    })
    .join('');

/** The text of a cell, undefined where it has several paragraphs, or a text that is not one segment as a whole. */
export const cellValue = (cell: XmlElement, book: StyleBook): CellValue | undefined => {
  const [paragraph, ...others] = elementsOf(cell).filter((child) => odfName(child) === 'text:p');
  const value = odfValue(cell.attributes, 'office:string-value');
  if (others.length > 0) return undefined;
  if (paragraph === undefined) return value === undefined ? undefined : { text: value, paragraph };
  const [segment, ...more] = readParagraph(paragraph, book)?.segments ?? [];
  if (segment === undefined || more.length > 0 || segment.some(({ kind }) => kind === 'single')) return undefined;
  const text = segment.map((part) => ('text' in part ? part.text : '')).join('');
  const isAll = written(paragraph) === text && (value === undefined || squeezed(value) === squeezed(textIn(paragraph)));
  return isAll ? { text, paragraph } : undefined;
};
