import type { SourceWriting } from '#libs/documents/formats/drawingml/paragraph/paragraph-merge.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { outsideRange } from '#libs/documents/formats/layout/paragraph-pages.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { type TextContext, type TextMemory, UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import { serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { alternativeTexts } from './alternative-texts.js';
import type { BlockFilter } from './pages/page-range.js';
import { FieldStack } from './paragraph/fields.js';
import type { Paragraph } from './paragraph/paragraph.js';
import { mergeParagraph } from './paragraph/paragraph-merge.js';
import { type ParagraphUnit, paragraphUnits } from './paragraph/paragraph-units.js';
import { leadingPageBreaks, onSamePage, sourceParagraph } from './paragraph/source-copy.js';
import { pictureTexts } from './pictures.js';
import type { StoryBlock, StoryEdit } from './story-blocks.js';

export interface StoryReading {
  context: TextContext;
  options: Pick<FormatOptions, 'translateAltText'>;
  headings: ReadonlySet<string>;
  change: DirectionChange;
  /** How source text is to stand above its translation; undefined where it does not. */
  source?: SourceWriting | undefined;
  /** Whether pictures stay, instead of giving place to their alternative texts. */
  keepsPictures: boolean;
  /** Tells which blocks a page range leaves as they are; all are translated where there is none. */
  isInRange?: BlockFilter | undefined;
}

/** Paragraphs that say the same are translated each for itself, but for the branches of one alternative. */
const noMemory: TextMemory = { find: () => undefined, add: () => ({}) };

/** The texts of a story, in their order: of each block the alternative texts in it, and then its paragraphs. */
export async function* storyUnits(
  pieces: AsyncIterable<StoryBlock | StoryEdit>,
  reading: StoryReading,
): AsyncGenerator<TextUnit, void> {
  const fields = new FieldStack();
  const { isInRange } = reading;
  const left = { ...reading, context: { ...reading.context, skipReason: reading.context.skipReason ?? outsideRange } };
  for await (const piece of pieces) {
    if (piece.kind === 'block') {
      const ofBlock = (isInRange?.(piece) ?? true) ? reading : left;
      const pictures = alternativeTexts(piece.element, ofBlock);
      if (pictures.unit.segments.length > 0 || pictures.unit.skipped !== undefined) yield pictures.unit;
      yield blockUnit(piece, ofBlock, fields, pictures.areTranslated);
    } else if (isInRange === undefined) yield { segments: [], edit: () => piece };
  }
}

const blockUnit = (
  { element, start, end, isInTable, isRelabelled }: StoryBlock,
  { context, headings, change, source, keepsPictures }: StoryReading,
  fields: FieldStack,
  hasTranslatedPictures: () => boolean,
): TextUnit => {
  const role = isInTable && context.role === 'body' ? 'table' : context.role;
  const units = paragraphUnits(element, { role, fields, headings });
  const texts = new UnitTexts(noMemory, context);
  const own = units.filter(({ mirrorOf }) => mirrorOf === undefined);
  for (const { paragraph, role } of own) for (const { parts } of paragraph.stretches) texts.add(parts, role);
  return {
    segments: texts.segments,
    skipped: texts.skipped,
    edit: (translations) => {
      if (context.skipReason !== undefined) return undefined;
      const settled = texts.settle(translations);
      const translated = new Map<ParagraphUnit, readonly Segment[]>();
      let at = 0;
      for (const unit of own) {
        const end = at + unit.paragraph.stretches.length;
        translated.set(unit, settled.slice(at, end));
        at = end;
      }
      const replacements = keepsPictures ? new Map<XmlElement, string>() : pictureTexts(element);
      addReplacements(replacements, units, translated, change, source);
      if (replacements.size === 0 && !isRelabelled && !hasTranslatedPictures()) return undefined;
      return { start, end, text: serialize(element, replacements) };
    },
  };
};

/** Adds the replacements from the inside out: a paragraph comes before those that contain it. */
const addReplacements = (
  replacements: Map<XmlElement, string>,
  units: readonly ParagraphUnit[],
  translations: ReadonlyMap<ParagraphUnit, readonly Segment[]>,
  change: DirectionChange,
  source: SourceWriting | undefined,
): void => {
  for (const unit of units.toReversed()) {
    const translation = translations.get(unit.mirrorOf ?? unit);
    if (translation === undefined) continue;
    const { paragraph } = unit;
    const markup =
      source === undefined
        ? mergeParagraph(paragraph, translation, change, replacements)
        : mergeWithSource(paragraph, translation, change, replacements, source);
    if (markup !== undefined) replacements.set(paragraph.element, markup);
  }
};

/** The source of a paragraph and its translation; what breaks the page before the paragraph does so before both. */
const mergeWithSource = (
  paragraph: Paragraph,
  translation: readonly Segment[],
  change: DirectionChange,
  replacements: Map<XmlElement, string>,
  { language }: SourceWriting,
): string | undefined => {
  const { element } = paragraph;
  const breaks = leadingPageBreaks(element);
  for (const each of breaks) replacements.set(each, '');
  const below = { ...paragraph, element: onSamePage(element) };
  const markup = mergeParagraph(below, translation, change, replacements);
  if (markup !== undefined) return sourceParagraph(element, breaks, language) + markup;
  for (const each of breaks) replacements.delete(each);
  return undefined;
};
