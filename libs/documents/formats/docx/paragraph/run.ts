import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { isWord, wordChild } from '../word/word-names.js';
import { isOnValue } from '../word/word-styles.js';

/** A `w:r`, described by the look of its text. */
export interface Run {
  element: XmlElement;
  properties: XmlElement | undefined;
  /** Equal for runs that look the same. */
  look: string;
  /** Undefined where only its styles can tell. */
  isHidden: boolean | undefined;
  /** Whether white space in the run shows: underlined, struck out, shaded. */
  showsBlanks: boolean;
}

/** Properties of proofing and tracked formatting; a reader never sees them. */
const invisibleProperties = new Set(['lang', 'noProof', 'rPrChange', 'kern', 'webHidden']);
const blankProperties = ['u', 'strike', 'dstrike', 'highlight', 'shd', 'bdr', 'em', 'effect'];

/**
 * Converters from PDF give each word its own letter spacing and width, up to about a point or a tenth, and so would
 * cut every sentence into words.
 */
const smallSpacing = 20;
const smallWidthChange = 10;

export const runOf = (element: XmlElement): Run => {
  const properties = wordChild(element, 'rPr');
  if (properties === undefined) return { element, properties, look: '', isHidden: undefined, showsBlanks: false };
  const all = elementsOf(properties);
  const states = new Map<string, boolean>();
  for (const property of all) {
    if (!isWord(property) || states.has(property.local)) continue;
    states.set(property.local, isOnValue(attributeOf(property.attributes, 'val')));
  }
  return {
    element,
    properties,
    look: looksOf(all),
    isHidden: states.get('specVanish') || states.get('vanish'),
    showsBlanks: blankProperties.some((local) => states.get(local) ?? false),
  };
};

/** Programs write properties and their attributes in any order, and a property twice. */
const looksOf = (properties: readonly XmlElement[]): string => [...new Set(properties.map(lookOf))].sort().join('');

const lookOf = (property: XmlElement): string => {
  if (!isWord(property)) return serialize(property).trim();
  const value = Number(attributeOf(property.attributes, 'val'));
  if (invisibleProperties.has(property.local)) return '';
  if (property.local === 'spacing' && Math.abs(value) <= smallSpacing) return '';
  if (property.local === 'w' && Math.abs(value - 100) <= smallWidthChange) return '';
  // The hint picks a font by character; it differs between the Latin and the East Asian words of one sentence.
  const attributes = property.attributes.filter(({ local }) => local !== 'hint');
  if (property.local === 'rFonts' && attributes.length === 0) return '';
  return `${property.local}(${attributes
    .map(({ local, value }) => `${local}=${value}`)
    .sort()
    .join()})`;
};
