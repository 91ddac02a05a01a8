import { prefixOf } from '#libs/documents/formats/drawingml/drawing-names.js';
import { childOf, textInPlace, withNameTag } from '#libs/documents/formats/drawingml/text-in-place.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { DirectionChange } from '#libs/text/languages/text-direction.js';
import { escapeXmlAttribute } from '#libs/text/xml-escape.js';

/**
 * A text box with some words in the place and the frame of a picture on a sheet; undefined where the picture stays.
 * `nameTag` is the tag with its name and alternative text.
 */
export const boxInPlaceOf = (
  picture: XmlElement,
  nameTag: string,
  words: string,
  change: DirectionChange,
): string | undefined => {
  const name = childOf(childOf(picture, 'nvPicPr'), 'cNvPr');
  const properties = childOf(picture, 'spPr');
  const style = childOf(picture, 'style');
  const [first] = properties === undefined ? [] : elementsOf(properties);
  if (name === undefined || properties === undefined || first === undefined) return undefined;
  const p = prefixOf(picture);
  const macro = escapeXmlAttribute(attributeOf(picture.attributes, 'macro') ?? '');
  return (
    `<${p}sp macro="${macro}" textlink=""><${p}nvSpPr>${withNameTag(name, nameTag)}<${p}cNvSpPr/></${p}nvSpPr>` +
    `${serialize(properties)}${style === undefined ? '' : serialize(style)}` +
    `${textInPlace(words, { p, a: prefixOf(first) }, change)}</${p}sp>`
  );
};
