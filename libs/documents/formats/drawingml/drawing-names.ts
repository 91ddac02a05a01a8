import type { XmlName } from '#libs/documents/formats/opc/part-reader.js';
import { elementsOf, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';

/** Namespaces of DrawingML, transitional and strict. */
const mainNamespaces = new Set([
  'http://schemas.openxmlformats.org/drawingml/2006/main',
  'http://purl.oclc.org/ooxml/drawingml/main',
]);
const diagramNamespaces = new Set([
  'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  'http://purl.oclc.org/ooxml/drawingml/diagram',
]);
const chartNamespaces = new Set([
  'http://schemas.openxmlformats.org/drawingml/2006/chart',
  'http://purl.oclc.org/ooxml/drawingml/chart',
  'http://schemas.microsoft.com/office/drawing/2012/chart',
]);
const newChartNamespace = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
const compatibilityNamespace = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

const named = (isNamespace: (uri: string) => boolean) => (name: XmlName, local?: string) =>
  isNamespace(name.uri) && (local === undefined || name.local === local);

export const isDrawing = named((uri) => mainNamespaces.has(uri));
export const isDiagram = named((uri) => diagramNamespaces.has(uri));
export const isChart = named((uri) => chartNamespaces.has(uri));
/** Links, which may have a tip. */
export const isLink = (name: XmlName): boolean =>
  isDrawing(name) && /^hlink(?:Click|Hover|MouseOver)$/.test(name.local);
/** Charts of Office 2016: waterfall, funnel, treemap and the like. */
export const isNewChart = named((uri) => uri === newChartNamespace);
export const isCompatibility = named((uri) => uri === compatibilityNamespace);

export const drawingChild = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element && elementsOf(element).find((child) => isDrawing(child, local));

/** The prefix of a name in the same namespace: `a:`, or nothing where it is the default one. */
export const prefixOf = ({ prefix }: XmlElement): string => (prefix === '' ? '' : `${prefix}:`);
