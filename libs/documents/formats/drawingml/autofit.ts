import { attributeOf, putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import { closeTag, elementsOf, openTag, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { drawingChild, isDrawing, prefixOf } from './drawing-names.js';
import type { DrawingParagraph } from './paragraph/drawing-paragraph.js';

/** A text this much longer than its source is made smaller. */
const muchLonger = 1.2;
/** The same in a shape that its source fills. */
const longer = 1.05;
/** Widths of shorter texts say little: their shapes are made for any such text. */
const minWidth = 30;
/** Thousandths of a per cent, as `fontScale` counts. */
const wholeSize = 100_000;
const minScale = 60_000;
const scaleStep = 2_500;

/** The elements that say how a text is fitted. A shape that grows with its text would leave the slide instead. */
const fittings = new Set(['noAutofit', 'normAutofit', 'spAutoFit']);

/** A text made smaller, and whether it is small enough to stay in its shape. */
interface Autofit {
  element: XmlElement;
  markup: string;
  fits: boolean;
}

/** The `a:bodyPr` of a text that has grown so much that it would leave its shape, undefined where it stays as it is. */
export const autofitOf = (
  body: XmlElement,
  paragraphs: readonly DrawingParagraph[],
  translations: readonly Segment[],
): Autofit | undefined => {
  const element = drawingChild(body, 'bodyPr');
  if (element === undefined || attributeOf(element.attributes, 'wrap') === 'none') return undefined;
  const before = widthOf(paragraphs.flatMap(({ stretches }) => stretches.map(({ parts }) => parts)));
  const growth = widthOf(translations) / before;
  if (before < minWidth || growth < (isFull(element) ? longer : muchLonger)) return undefined;
  return { element, ...scaledProperties(element, growth) };
};

/** Whether a shape is as high as its text, or the text has been made smaller for it. */
const isFull = (properties: XmlElement): boolean =>
  drawingChild(properties, 'spAutoFit') !== undefined || scaleOf(properties) < wholeSize;

const scaleOf = (properties: XmlElement): number =>
  percentage(attributeOf(drawingChild(properties, 'normAutofit')?.attributes ?? [], 'fontScale'));

/** Both the lines and the words on them become smaller, so the area of a text goes with the square of its size. */
const scaledProperties = (properties: XmlElement, growth: number): Pick<Autofit, 'markup' | 'fits'> => {
  const own = drawingChild(properties, 'normAutofit');
  const before = scaleOf(properties);
  const wanted = Math.floor(before / Math.sqrt(growth) / scaleStep) * scaleStep;
  const scale = Math.max(Math.min(minScale, before), wanted);
  const value = properties.uri.includes('purl') ? `${scale / 1000}%` : String(scale);
  const autofit =
    own === undefined
      ? `<${prefixOf(properties)}normAutofit fontScale="${value}"/>`
      : serialize({ ...own, open: putAttribute(own.open, own.attributes, 'fontScale', value) });
  const children = elementsOf(properties).filter((child) => !isDrawing(child) || !fittings.has(child.local));
  const isBefore = (child: XmlElement) => isDrawing(child) && child.local === 'prstTxWarp';
  const written = (goesBefore: boolean) =>
    children
      .filter((child) => isBefore(child) === goesBefore)
      .map((child) => serialize(child))
      .join('');
  const markup = openTag(properties) + written(true) + autofit + written(false) + closeTag(properties);
  return { markup, fits: wanted >= scale };
};

/** A percentage as `fontScale` has it: thousandths of a per cent, or, in strict files, a number with its sign. */
const percentage = (value = ''): number => {
  const number = value.endsWith('%') ? Number(value.slice(0, -1)) * 1000 : Number(value);
  return number > 0 ? number : wholeSize;
};

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** The width of texts in characters; those of East Asia are twice as wide. */
const widthOf = (segments: readonly Segment[]): number => {
  let width = 0;
  for (const segment of segments) {
    for (const part of segment) if ('text' in part) width += part.text.length + (part.text.match(wide)?.length ?? 0);
  }
  return width;
};
