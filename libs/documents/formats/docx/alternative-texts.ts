import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import { inPlaceOf, plainSegment, wordsOf } from '#libs/documents/formats/opc/plain-units.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementsOf, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { StoryReading } from './story-units.js';
import { isWord } from './word/word-names.js';

const vmlNamespace = 'urn:schemas-microsoft-com:vml';

/** Attributes of an element that say what a picture or a table shows: of drawings, and of the VML that older programs read. */
const textsOf = (element: XmlElement): XmlAttribute[] => {
  const { local, uri, attributes } = element;
  if (isWord(element, 'tblCaption') || isWord(element, 'tblDescription')) {
    return attributes.filter(({ local }) => local === 'val');
  }
  if (local === 'docPr' || local === 'cNvPr')
    return attributes.filter(({ name }) => name === 'descr' || name === 'title');
  return uri === vmlNamespace ? attributes.filter(({ name }) => name === 'alt') : [];
};

/**
 * The alternative texts in a block. The same text stands with the drawing, with the picture in it and in its fallback,
 * and is translated once. Its edit changes the start tags of the tree; the block is written from that.
 */
export const alternativeTexts = (
  block: XmlElement,
  { context, options }: StoryReading,
): { unit: TextUnit; areTranslated: () => boolean } => {
  const skipReason = context.skipReason ?? (options.translateAltText ? undefined : skipReasons.alternativeTexts);
  const texts = new UnitTexts(new KnownTexts(), { ...context, role: 'alt_text', skipReason });
  const found: { element: XmlElement; attribute: XmlAttribute }[] = [];
  const visit = (element: XmlElement): void => {
    for (const attribute of textsOf(element)) {
      if (!/\p{L}/u.test(attribute.value)) continue;
      found.push({ element, attribute });
      texts.add(plainSegment(attribute.value));
    }
    for (const child of elementsOf(element)) visit(child);
  };
  visit(block);
  let areTranslated = false;
  const edit = (translations: Parameters<TextUnit['edit']>[0]): undefined => {
    for (const [at, translation] of texts.settle(translations).entries()) {
      const place = found[at];
      if (place === undefined || wordsOf(translation) === place.attribute.value.trim()) continue;
      const { element, attribute } = place;
      const value = inPlaceOf(attribute.value, translation);
      element.open = withAttribute(element.open, attribute.name, value);
      element.attributes = element.attributes.map((each) => (each === attribute ? { ...each, value } : each));
      areTranslated = true;
    }
  };
  return { unit: { segments: texts.segments, skipped: texts.skipped, edit }, areTranslated: () => areTranslated };
};
