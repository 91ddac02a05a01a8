import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { isAlternateContent, isWord, prefixOf } from './word/word-names.js';

const deleted = new Set(['del', 'moveFrom']);
const branches = new Set(['Choice', 'Fallback']);

const childOf = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element && elementsOf(element).find((child) => child.local === local);

/** The words for a picture: its description, else its title, else nothing. */
const wordsOf = (element: XmlElement | undefined, names: readonly string[]): string => {
  const values = names.map((name) => attributeOf(element?.attributes ?? [], name)?.trim() ?? '');
  return values.find((value) => value !== '') ?? '';
};

/** The alternative text of a drawing that is one picture; undefined for charts, diagrams, groups and shapes. */
const textOfDrawing = (drawing: XmlElement): string | undefined => {
  const frame = childOf(drawing, 'inline') ?? childOf(drawing, 'anchor');
  const picture = childOf(childOf(childOf(frame, 'graphic'), 'graphicData'), 'pic');
  if (picture === undefined) return undefined;
  const own = childOf(childOf(picture, 'nvPicPr'), 'cNvPr');
  return wordsOf(childOf(frame, 'docPr'), ['descr', 'title']) || wordsOf(own, ['descr', 'title']);
};

/** The alternative text of a picture in VML; undefined for groups, and for shapes that hold text or no picture. */
const textOfVml = (pict: XmlElement): string | undefined => {
  const shapes = elementsOf(pict).filter(({ local }) => local !== 'shapetype');
  const [shape] = shapes;
  const isPicture = shapes.length === 1 && childOf(shape, 'imagedata') && !childOf(shape, 'textbox');
  return isPicture ? wordsOf(shape, ['alt', 'title']) : undefined;
};

const textOf = (element: XmlElement): string | undefined => {
  if (isWord(element, 'drawing')) return textOfDrawing(element);
  return isWord(element, 'pict') ? textOfVml(element) : undefined;
};

interface Place {
  isInRun: boolean;
  /** Whether other runs stand beside the one that holds the picture, so that spaces keep the words apart. */
  hasNeighbours: boolean;
  /** The text of the picture in an earlier branch of the same alternative. */
  earlier: string;
}

/**
 * The pictures in a block, each with the text that stands in its place in the run: its alternative text, or nothing
 * where it has none. Pictures in deleted text stay.
 */
export const pictureTexts = (block: XmlElement): Map<XmlElement, string> => {
  const replacements = new Map<XmlElement, string>();
  const visit = (element: XmlElement, place: Place): string => {
    const text = place.isInRun ? textOf(element) : undefined;
    if (text !== undefined) {
      const words = (text || place.earlier).replace(/\s+/g, ' ');
      replacements.set(element, words === '' ? '' : textMarkup(element, place.hasNeighbours ? ` ${words} ` : words));
      return words;
    }
    if (isWord(element) && deleted.has(element.local)) return '';
    const children = elementsOf(element);
    const isAlternative = isAlternateContent(element);
    const isRun = isWord(element, 'r');
    const isInRun = isRun || (place.isInRun && (isAlternative || branches.has(element.local)));
    const runs = children.filter((child) => isWord(child, 'r')).length;
    const hasNeighbours = isInRun ? place.hasNeighbours : runs > 1 || (runs > 0 && children.length > runs + 1);
    let words = '';
    for (const child of children) {
      const found = visit(child, { isInRun, hasNeighbours, earlier: isAlternative ? words : place.earlier });
      words ||= found;
    }
    return isInRun ? words : '';
  };
  visit(block, { isInRun: false, hasNeighbours: false, earlier: '' });
  return replacements;
};

const textMarkup = (element: XmlElement, text: string): string => {
  const name = `${prefixOf(element)}t`;
  return `<${name} xml:space="preserve">${escapeXmlText(text)}</${name}>`;
};
