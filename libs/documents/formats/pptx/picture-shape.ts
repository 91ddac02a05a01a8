import { prefixOf } from '#libs/documents/formats/drawingml/drawing-names.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { escapeXmlText } from '#libs/text/xml-escape.js';

const childOf = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element && elementsOf(element).find((child) => child.local === local);

/** The parts of a picture that a shape in its place has too; undefined for films, sounds, and what takes its place from a layout. */
const partsOf = (picture: XmlElement) => {
  const named = childOf(picture, 'nvPicPr');
  const name = childOf(named, 'cNvPr');
  const own = childOf(named, 'nvPr');
  const properties = childOf(picture, 'spPr');
  if (name === undefined || own === undefined || properties === undefined) return undefined;
  const hasPlace = childOf(properties, 'xfrm') !== undefined;
  const isPicture = elementsOf(own).every(
    ({ local }) => local === 'ph' || local === 'custDataLst' || local === 'extLst',
  );
  return hasPlace && isPicture ? { name, properties, style: childOf(picture, 'style') } : undefined;
};

/**
 * A shape with some words in the place and the frame of a picture, under the same id, which animations name; undefined
 * where the picture stays. `nameTag` is the tag with its name and alternative text.
 */
export const shapeInPlaceOf = (
  picture: XmlElement,
  nameTag: string,
  words: string,
  change: DirectionChange,
): string | undefined => {
  const parts = partsOf(picture);
  if (parts === undefined) return undefined;
  const { name, properties, style } = parts;
  const p = prefixOf(picture);
  const a = prefixOf(childOf(properties, 'xfrm') ?? properties);
  const closing = nameTag.endsWith('/>')
    ? ''
    : `${name.children.map((child) => serialize(child)).join('')}</${name.name}>`;
  const direction = change === undefined ? '' : ` rtl="${change === 'toRightToLeft' ? 1 : 0}"`;
  const text =
    words === ''
      ? ''
      : `<${p}txBody><${a}bodyPr wrap="square" anchor="ctr"><${a}normAutofit/></${a}bodyPr>` +
        `<${a}p><${a}pPr algn="ctr"${direction}/><${a}r><${a}t>${escapeXmlText(words)}</${a}t></${a}r></${a}p></${p}txBody>`;
  return (
    `<${p}sp><${p}nvSpPr>${nameTag}${closing}<${p}cNvSpPr/><${p}nvPr/></${p}nvSpPr>` +
    `${serialize(properties)}${style === undefined ? '' : serialize(style)}${text}</${p}sp>`
  );
};
