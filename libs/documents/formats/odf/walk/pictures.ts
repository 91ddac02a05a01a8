import { elementsOf, plainText, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';
import { odfName } from '../odf-names.js';

/** Elements directly in which text may stand in the place of a picture. */
const textParents: ReadonlySet<string> = new Set(['text:p', 'text:h', 'text:span', 'text:a', 'text:meta']);
/** Elements that a frame of one picture may hold; in any other, a picture is the preview of an object, or of a text box. */
const pictureParts: ReadonlySet<string> = new Set([
  'draw:image',
  'svg:title',
  'svg:desc',
  'draw:contour-polygon',
  'draw:contour-path',
  'office:event-listeners',
  'loext:signatureline',
]);

/** Elements that only the frame of a picture holds. */
const pictureOnly: ReadonlySet<string> = new Set([
  'draw:image',
  'draw:contour-polygon',
  'draw:contour-path',
  'loext:signatureline',
]);

/** Whether the element is the frame of one picture. */
export const isFrameOfPicture = (element: XmlElement): boolean => {
  if (odfName(element) !== 'draw:frame') return false;
  const parts = elementsOf(element).map(odfName);
  return parts.includes('draw:image') && parts.every((name) => pictureParts.has(name));
};

/** Whether the element is the frame of a picture, in the text of its parent. */
export const isPictureInText = (element: XmlElement, parent: XmlElement): boolean =>
  textParents.has(odfName(parent)) && isFrameOfPicture(element);

/** The alternative text of a picture, its description before its title. */
const alternativeOf = (frame: XmlElement): string => {
  const parts = elementsOf(frame);
  const wordsOf = (name: string): string => {
    const part = parts.find((each) => odfName(each) === name);
    return part === undefined ? '' : plainText(part).replace(/\s+/g, ' ').trim();
  };
  return wordsOf('svg:desc') || wordsOf('svg:title');
};

/**
 * Makes the frame of a picture one of a text box, in the same place and under the same name, which animations use. Its
 * alternative text stays beside the box.
 */
export const fillWithText = (frame: XmlElement): void => {
  const words = escapeXmlText(alternativeOf(frame));
  const prefix = frame.prefix === '' ? '' : `${frame.prefix}:`;
  const paragraph = `<t:p xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0">${words}</t:p>`;
  const box = { kind: 'text' as const, text: '', raw: `<${prefix}text-box>${paragraph}</${prefix}text-box>` };
  const others = frame.children.filter((child) => child.kind === 'text' || !pictureOnly.has(odfName(child)));
  frame.children = [box, ...others];
};

/** Puts the alternative text of a picture in its place. Spaces stand around it: white space after white space does not count in a paragraph. */
export const giveTextInstead = (frame: XmlElement): void => {
  const words = alternativeOf(frame);
  const text = words === '' ? '' : ` ${words} `;
  Object.assign(frame, { open: '', close: '', children: [{ kind: 'text', text, raw: escapeXmlText(text) }] });
};
