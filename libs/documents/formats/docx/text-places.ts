import type { SegmentRole } from '#libs/documents/formats/format.port.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import { inPlaceOf, plainSegment, wordsOf } from '#libs/documents/formats/opc/plain-units.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { type TextContext, UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import { withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlAttribute } from '#libs/documents/formats/xml/xml-tokens.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { hasWording } from '#libs/text/segments/program-spans.js';

/** A text without looks at one place of a tree, and how another takes its place there. */
export interface TextPlace {
  text: string;
  /** That of the story where it is omitted. */
  role?: SegmentRole;
  write(text: string): void;
}

/** The texts of a tree, each once; their edit changes the tree, from which its block is written. */
export interface PlacedTexts {
  unit: TextUnit;
  /** Whether the tree has changed. */
  areTranslated(): boolean;
}

export const attributePlace = (element: XmlElement, attribute: XmlAttribute): TextPlace => ({
  text: attribute.value,
  write(value) {
    element.open = withAttribute(element.open, attribute.name, value);
    element.attributes = element.attributes.map((each) => (each.name === attribute.name ? { ...each, value } : each));
  },
});

/** Most blocks have none. */
const noTexts: PlacedTexts = { unit: { segments: [], edit: () => undefined }, areTranslated: () => false };

export const placedTexts = (places: readonly TextPlace[], context: TextContext): PlacedTexts => {
  const worded = places.filter(({ text }) => hasWording(text));
  if (worded.length === 0) return noTexts;
  const texts = new UnitTexts(new KnownTexts(), context);
  for (const { text, role } of worded) texts.add(plainSegment(text), role);
  let areTranslated = false;
  const edit: TextUnit['edit'] = (translations) => {
    for (const [at, translation] of texts.settle(translations).entries()) {
      const place = worded[at];
      if (place === undefined || wordsOf(translation) === place.text.trim()) continue;
      place.write(inPlaceOf(place.text, translation));
      areTranslated = true;
    }
    return undefined;
  };
  return { unit: { segments: texts.segments, skipped: texts.skipped, edit }, areTranslated: () => areTranslated };
};
