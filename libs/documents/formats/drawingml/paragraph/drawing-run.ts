import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { drawingChild, isDrawing } from '../drawing-names.js';

/** An `a:r`, described by the look of its text. */
export interface DrawingRun {
  element: XmlElement;
  properties: XmlElement | undefined;
  /** Equal for runs that look the same; a link is part of the look. */
  look: string;
  /** Whether white space in the run shows: underlined, struck out, marked. */
  showsBlanks: boolean;
}

/** Attributes of proofing and of the editor; a reader never sees them. */
const invisibleAttributes = new Set('lang altLang noProof dirty err smtClean smtId bmk kumimoji kern'.split(' '));
const fonts = new Set(['latin', 'ea', 'cs', 'sym']);
const blankElements = ['highlight', 'hlinkClick', 'uLn', 'uLnTx'];
const off = new Set(['none', 'noStrike', undefined]);

/** Converters from PDF give each word its own letter spacing, up to about a point (in hundredths of a point). */
const smallSpacing = 100;

export const drawingRunOf = (element: XmlElement): DrawingRun => {
  const properties = drawingChild(element, 'rPr');
  const value = (name: string) => attributeOf(properties?.attributes ?? [], name);
  return {
    element,
    properties,
    look: properties === undefined ? '' : lookOf(properties),
    showsBlanks:
      !off.has(value('u')) ||
      !off.has(value('strike')) ||
      blankElements.some((local) => drawingChild(properties, local) !== undefined),
  };
};

const lookOf = (properties: XmlElement): string => {
  const attributes = properties.attributes
    .filter(({ local }) => !invisibleAttributes.has(local))
    .filter(({ local, value }) => local !== 'spc' || Math.abs(Number(value)) > smallSpacing)
    .map(({ local, value }) => `${local}=${value}`);
  return [...attributes.toSorted(), ...elementsOf(properties).map(childLook)].join(' ');
};

/** The same font is written with its shape and character set in one run, and without them in the next. */
const childLook = (child: XmlElement): string =>
  isDrawing(child) && fonts.has(child.local)
    ? `${child.local}(${attributeOf(child.attributes, 'typeface') ?? ''})`
    : serialize(child).trim();
