import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, type XmlElement, type XmlNode } from '#libs/documents/formats/xml/xml-tree.js';
import { isAlternateContent, isWord, wordChild } from '../word/word-names.js';

/** Values that turn a mark off, which is on by being there. */
const isOff = /^(?:0|false|off)$/;
const isMarked = (properties: XmlElement | undefined, mark: string): boolean => {
  const element = wordChild(properties, mark);
  return element !== undefined && !isOff.test(attributeOf(element.attributes, 'val') ?? '');
};

/**
 * The pages of paragraphs by the breaks in the file: those that its author set, and those that the program found which
 * laid it out last. That one writes down where a page begins after an author's break too, so of several breaks with
 * nothing between them one counts.
 */
export class BreakPages {
  private page = 1;
  private isPageEmpty = true;

  /** The page that the text of the next block begins on; without text, the page that it ends on. */
  next(block: XmlElement): number {
    const properties = wordChild(block, 'pPr');
    if (isMarked(properties, 'pageBreakBefore')) this.break();
    const begin = this.walk(block);
    const section = wordChild(properties, 'sectPr');
    const kind = attributeOf(wordChild(section, 'type')?.attributes ?? [], 'val') ?? 'nextPage';
    if (section !== undefined && kind.endsWith('Page')) this.break();
    return begin ?? this.page;
  }

  /** The page of the first text in an element. */
  private walk(element: XmlElement): number | undefined {
    if (isWord(element, 'lastRenderedPageBreak')) this.break();
    if (isWord(element, 'br') && attributeOf(element.attributes, 'type') === 'page') this.break();
    if (isWord(element, 't') && element.children.some((child: XmlNode) => child.kind === 'text' && child.text !== '')) {
      this.isPageEmpty = false;
      return this.page;
    }
    // The other branches say the same once more.
    const inside = isAlternateContent(element) ? elementsOf(element).slice(0, 1) : elementsOf(element);
    let first: number | undefined;
    for (const child of inside) {
      const page = this.walk(child);
      first ??= page;
    }
    return first;
  }

  private break(): void {
    if (!this.isPageEmpty) this.page += 1;
    this.isPageEmpty = true;
  }
}
