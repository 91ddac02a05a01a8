import { elementsOf, isElement, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfName } from '../odf-names.js';

export const textIn = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? textIn(child) : child.text)).join('');

export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text of the paragraphs right in a cell, a line each. */
export const paragraphsText = (cell: XmlElement): string =>
  elementsOf(cell)
    .filter((child) => odfName(child) === 'text:p')
    .map(textIn)
    .join('\n');
