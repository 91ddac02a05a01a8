import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { StoryReading } from './story-units.js';
import { attributePlace, type PlacedTexts, placedTexts, type TextPlace } from './text-places.js';
import { isWord, vmlNamespace } from './word/word-names.js';

/** The attributes of an element that say what a picture or a table shows: of drawings, and of the VML that older programs read. */
const isAlternative = (element: XmlElement, { name, local }: { name: string; local: string }): boolean => {
  if (isWord(element, 'tblCaption') || isWord(element, 'tblDescription')) return local === 'val';
  if (element.local === 'docPr' || element.local === 'cNvPr') return name === 'descr' || name === 'title';
  return element.uri === vmlNamespace && name === 'alt';
};

/**
 * The alternative texts in a block. The same text stands with the drawing, with the picture in it and in its fallback,
 * and is translated once.
 */
export const alternativeTexts = (block: XmlElement, { context, options }: StoryReading): PlacedTexts => {
  const skipReason = context.skipReason ?? (options.translateAltText ? undefined : skipReasons.alternativeTexts);
  const places: TextPlace[] = [];
  const visit = (element: XmlElement): void => {
    for (const attribute of element.attributes) {
      if (isAlternative(element, attribute)) places.push(attributePlace(element, attribute));
    }
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(block);
  return placedTexts(places, { ...context, role: 'alt_text', skipReason });
};
