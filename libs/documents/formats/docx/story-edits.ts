import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import { serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { FieldStack } from './paragraph/fields.js';
import { mergeParagraph } from './paragraph/paragraph-merge.js';
import { type ParagraphUnit, paragraphUnits } from './paragraph/paragraph-units.js';
import type { StoryBlock, StoryEdit } from './story-blocks.js';
import type { DirectionChange } from './word/text-direction.js';

/** The translation of the next segment. */
export type TranslationSource = () => Promise<Segment>;

/** The changes to a story, in the order of its text. */
export async function* editStory(
  pieces: AsyncIterable<StoryBlock | StoryEdit>,
  next: TranslationSource,
  change: DirectionChange,
): AsyncGenerator<XmlEdit, void> {
  const fields = new FieldStack();
  for await (const piece of pieces) {
    if (piece.kind === 'edit') yield piece;
    else {
      const { start, end, element } = piece;
      // Only extraction uses roles.
      const units = paragraphUnits(element, { role: 'body', fields, headings: new Set() });
      const translations = new Map<ParagraphUnit, Segment>();
      for (const unit of units) if (unit.mirrorOf === undefined) translations.set(unit, await next());
      const replacements = replacementsOf(units, translations, change);
      if (replacements.size === 0 && !piece.isRelabelled) continue;
      yield { start, end, text: serialize(element, replacements) };
    }
  }
}

/** The replacements from the inside out: a paragraph comes before those that contain it. */
const replacementsOf = (
  units: readonly ParagraphUnit[],
  translations: ReadonlyMap<ParagraphUnit, Segment>,
  change: DirectionChange,
): Map<XmlElement, string> => {
  const replacements = new Map<XmlElement, string>();
  for (const unit of units.toReversed()) {
    const translation = translations.get(unit.mirrorOf ?? unit);
    if (translation === undefined) continue;
    const markup = mergeParagraph(unit.paragraph, translation, change, replacements);
    if (markup !== undefined) replacements.set(unit.paragraph.element, markup);
  }
  return replacements;
};
