import { elementsOf, type XmlElement, type XmlNode } from '#libs/documents/formats/xml/xml-tree.js';
import { isWord } from '../word/word-names.js';

const hasText = (element: XmlElement): boolean =>
  isWord(element, 't')
    ? element.children.some((child: XmlNode) => child.kind === 'text' && child.text.trim() !== '')
    : elementsOf(element).some(hasText);

/** The outermost run that has the first text of a block, also where that is in a text box. */
export const firstTextRun = (block: XmlElement): XmlElement | undefined => {
  if (isWord(block, 'r')) return hasText(block) ? block : undefined;
  for (const child of elementsOf(block)) {
    const found = firstTextRun(child);
    if (found !== undefined) return found;
  }
  return undefined;
};
