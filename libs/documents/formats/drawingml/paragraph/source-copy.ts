import { type Copied, contentCopy } from '#libs/documents/formats/xml/element-copy.js';
import { attributeOf, putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { closeTag, elementsOf, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { drawingChild, isDrawing, prefixOf } from '../drawing-names.js';

/**
 * Whether the source of a paragraph stands in it, over a line break, and not in one of its own: another paragraph
 * between two of a numbered list makes the list begin again.
 */
export const isNumbered = (paragraph: XmlElement): boolean =>
  drawingChild(drawingChild(paragraph, 'pPr'), 'buAutoNum') !== undefined;

/** The source of a paragraph, to stand above its translation. `language` is undefined where its runs say it already. */
export const sourceParagraph = (
  paragraph: XmlElement,
  language: string | undefined,
  change: DirectionChange,
): string => {
  const properties = drawingChild(paragraph, 'pPr');
  const above = directedBack(paragraph, properties, change);
  const end = drawingChild(paragraph, 'endParaRPr');
  const after = end === undefined ? '' : serialize(end);
  return `${openTag(paragraph)}${above}${sourceRuns(paragraph, language)}${after}${closeTag(paragraph)}`;
};

/** List styles of the file turn with the target, so the source says its direction. */
const directedBack = (paragraph: XmlElement, properties: XmlElement | undefined, change: DirectionChange): string => {
  if (change === undefined) return properties === undefined ? '' : serialize(properties);
  const own = change === 'toRightToLeft' ? '0' : '1';
  if (properties === undefined) return `<${prefixOf(paragraph)}pPr rtl="${own}"/>`;
  const rightToLeft = attributeOf(properties.attributes, 'rtl') ?? own;
  return serialize({ ...properties, open: putAttribute(properties.open, properties.attributes, 'rtl', rightToLeft) });
};

/** A field becomes the text that it shows; whatever else has a number of its own stays with the translation. */
export const sourceRuns = (paragraph: XmlElement, language: string | undefined): string => {
  const rule = (element: XmlElement): Copied => {
    if (!isDrawing(element)) return 'dropped';
    if (element.local === 'r' || element.local === 'fld') return { markup: runCopy(element, language) };
    return element.local === 'br' ? { markup: serialize(element) } : 'dropped';
  };
  return contentCopy({ ...paragraph, children: elementsOf(paragraph) }, rule);
};

const runCopy = (run: XmlElement, language: string | undefined): string => {
  const prefix = prefixOf(run);
  const properties = drawingChild(run, 'rPr');
  const text = drawingChild(run, 't');
  const inside = [propertiesOf(properties, prefix, language), text === undefined ? `<${prefix}t/>` : serialize(text)];
  return `<${prefix}r>${inside.join('')}</${prefix}r>`;
};

const propertiesOf = (properties: XmlElement | undefined, prefix: string, language: string | undefined): string => {
  if (language === undefined) return properties === undefined ? '' : serialize(properties);
  if (properties === undefined) return `<${prefix}rPr lang="${language}"/>`;
  const named = properties.attributes.find(({ name }) => name === 'lang')?.value ?? language;
  return serialize({ ...properties, open: putAttribute(properties.open, properties.attributes, 'lang', named) });
};
