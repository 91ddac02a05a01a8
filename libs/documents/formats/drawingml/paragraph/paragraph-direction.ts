import { attributeOf, putAttribute, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import { drawingChild, prefixOf } from '../drawing-names.js';

/** An alignment names a side of the page, so it changes sides with the direction. */
const mirrored: ReadonlyMap<string, string> = new Map([
  ['l', 'r'],
  ['r', 'l'],
]);

/** The `a:pPr` of a paragraph translated in this direction. */
export const directedProperties = (paragraph: XmlElement, change: DirectionChange): string => {
  const properties = drawingChild(paragraph, 'pPr');
  if (change === undefined) return properties === undefined ? '' : serialize(properties);
  if (properties === undefined) return directedTag(`<${prefixOf(paragraph)}pPr/>`, [], change);
  return serialize({ ...properties, open: directedTag(properties.open, properties.attributes, change) });
};

/** The start tag of properties of a paragraph, in this direction. */
export const directedTag = (
  tag: string,
  attributes: readonly XmlAttribute[],
  change: Exclude<DirectionChange, undefined>,
): string => {
  const rtl = change === 'toRightToLeft' ? '1' : '0';
  const isDirected = (attributeOf(attributes, 'rtl') ?? '0').replace('true', '1') === rtl;
  const alignment = mirrored.get(attributeOf(attributes, 'algn') ?? '');
  const directed = putAttribute(tag, attributes, 'rtl', rtl);
  return alignment === undefined || isDirected ? directed : withAttribute(directed, 'algn', alignment);
};
