import { prefixOf } from '#libs/documents/formats/drawingml/drawing-names.js';
import { childOf, textInPlace, withNameTag } from '#libs/documents/formats/drawingml/text-in-place.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';

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
  return (
    `<${p}sp><${p}nvSpPr>${withNameTag(name, nameTag)}<${p}cNvSpPr/><${p}nvPr/></${p}nvSpPr>` +
    `${serialize(properties)}${style === undefined ? '' : serialize(style)}${textInPlace(words, { p, a }, change)}</${p}sp>`
  );
};
