import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { wordChild } from './word-names.js';

/** The store of core properties, by the number that Word gives to it. */
const coreProperties = '{6c3c8bc8-f283-45ae-878a-bab7291924a1}';
const translatedProperty = /[/:](?:title|subject|keywords|description)(?:\[1\])?$/;

const isTranslatedProperty = ({ attributes }: XmlElement): boolean =>
  attributeOf(attributes, 'storeItemID')?.toLowerCase() === coreProperties &&
  translatedProperty.test(attributeOf(attributes, 'xpath') ?? '');

/**
 * The `w:sdtPr` of a control once its text is translated, undefined where it stays as it is. Word fills a control that is bound to data
 * anew from these as it opens the document, so that the source text would come back; properties of the document are translated
 * themselves. A control that shows a prompt has to stay what can be filled in.
 */
export const unboundProperties = (
  properties: XmlElement | undefined,
  translatesProperties: boolean,
): string | undefined => {
  if (properties === undefined || wordChild(properties, 'showingPlcHdr') !== undefined) return undefined;
  // Later editions of Word have a binding of their own beside the first one.
  const bindings = elementsOf(properties).filter(({ local }) => local === 'dataBinding');
  const undone = bindings.filter((binding) => !(translatesProperties && isTranslatedProperty(binding)));
  return undone.length === 0 ? undefined : serialize(properties, new Map(undone.map((each) => [each, ''])));
};
