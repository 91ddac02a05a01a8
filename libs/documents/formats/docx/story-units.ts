import type { SourceWriting } from '#libs/documents/formats/drawingml/paragraph/paragraph-merge.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { type TextContext, type TextMemory, UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { alternativeTexts } from './alternative-texts.js';
import type { BlockFilter } from './pages/page-range.js';
import { FieldStack } from './paragraph/fields.js';
import { LeftTexts } from './paragraph/left-texts.js';
import type { Paragraph } from './paragraph/paragraph.js';
import { mergeParagraph } from './paragraph/paragraph-merge.js';
import { type ParagraphUnit, paragraphUnits, type UnitContext } from './paragraph/paragraph-units.js';
import { leadingPageBreaks, onSamePage, sourceParagraph } from './paragraph/source-copy.js';
import { pictureTexts } from './pictures.js';
import type { StoryBlock, StoryPiece, StoryProperties } from './story-blocks.js';
import { directedParagraph, directedStyle, inSourceDirection, outerProperties } from './word/text-direction.js';
import { isWord } from './word/word-names.js';
import type { WordStyles } from './word/word-styles.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';

export interface StoryReading {
  context: TextContext;
  options: Pick<FormatOptions, 'translateAltText' | 'hidden'>;
  styles: WordStyles;
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
  pieces: AsyncIterable<StoryPiece>,
  reading: StoryReading,
): AsyncGenerator<TextUnit, void> {
  const fields = new FieldStack();
  const { isInRange } = reading;
  const outside = { ...reading, context: { ...reading.context, skipReason: reading.context.skipReason ?? skipReasons.outsideRange } };
  let table: StoryProperties | undefined;
  for await (const piece of pieces) {
    if (piece.kind === 'block') {
      const ofBlock = (isInRange?.(piece) ?? true) ? reading : outside;
      if (table !== undefined) yield propertiesUnit(table, ofBlock);
      table = undefined;
      const pictures = alternativeTexts(piece.element, ofBlock);
      if (pictures.unit.segments.length > 0 || pictures.unit.skipped !== undefined) yield pictures.unit;
      const left = new LeftTexts();
      yield blockUnit(piece, ofBlock, { fields, left }, pictures.areTranslated);
      for (const skipped of left.skipped(reading.context.part)) yield { segments: [], skipped, edit: () => undefined };
    } else if (isInRange === undefined) {
      yield piece.kind === 'edit' ? { segments: [], edit: () => piece } : propertiesUnit(piece, reading);
    } else if (piece.kind === 'properties') {
      // Sections have pages outside the range; a table is translated with its first paragraph.
      table = piece.element.local === 'tblPr' ? piece : undefined;
    }
  }
}

const propertiesUnit = (
  { element, start, end, isRelabelled }: StoryProperties,
  { context, change }: StoryReading,
): TextUnit => ({
  segments: [],
  edit: () => {
    if (context.skipReason !== undefined) return undefined;
    const text = directedProperties(element, change);
    return isRelabelled || text !== serialize(element) ? { start, end, text } : undefined;
  },
});

const directedProperties = (element: XmlElement, change: DirectionChange): string =>
  element.local === 'tblPr' || element.local === 'sectPr'
    ? outerProperties(element, change)
    : directedStyle(element, change);

const blockUnit = (
  { element, start, end, isInTable, isRelabelled }: StoryBlock,
  { context, options, styles, change, source, keepsPictures }: StoryReading,
  state: Pick<UnitContext, 'fields' | 'left'>,
  hasTranslatedPictures: () => boolean,
): TextUnit => {
  const role = isInTable && context.role === 'body' ? 'table' : context.role;
  const units = paragraphUnits(element, { ...state, role, styles, readsHidden: options.hidden });
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
      if (change !== undefined) addTables(replacements, element, change);
      addReplacements(replacements, element, units, translated, change, source);
      if (replacements.size === 0 && !isRelabelled && !hasTranslatedPictures()) return undefined;
      return { start, end, text: serialize(element, replacements) };
    },
  };
};

/** Adds the replacements from the inside out: a paragraph comes before those that contain it. */
const addReplacements = (
  replacements: Map<XmlElement, string>,
  block: XmlElement,
  units: readonly ParagraphUnit[],
  translations: ReadonlyMap<ParagraphUnit, readonly Segment[]>,
  change: DirectionChange,
  source: SourceWriting | undefined,
): void => {
  const unitOf = new Map(units.map((unit) => [unit.paragraph.element, unit]));
  const elements = change === undefined ? [...unitOf.keys()] : elementsNamed('p', block);
  for (const element of elements.toReversed()) {
    const unit = unitOf.get(element);
    const translation = unit && translations.get(unit.mirrorOf ?? unit);
    let markup: string | undefined;
    if (unit !== undefined && translation !== undefined) {
      const { paragraph } = unit;
      markup =
        source === undefined
          ? mergeParagraph(paragraph, translation, change, replacements)
          : mergeWithSource(paragraph, translation, change, replacements, source);
    }
    // What says the same in both languages, or nothing, runs as the text around it does.
    markup ??= change && directedParagraph(element, change, replacements);
    if (markup !== undefined) replacements.set(element, markup);
  }
};

const addTables = (replacements: Map<XmlElement, string>, block: XmlElement, change: DirectionChange): void => {
  for (const properties of elementsNamed('tblPr', block)) {
    replacements.set(properties, outerProperties(properties, change));
  }
};

/** The elements of Word with this name that are not in deleted text, each before those that are in it. */
const elementsNamed = (local: string, element: XmlElement, found: XmlElement[] = []): XmlElement[] => {
  if (isWord(element, 'del') || isWord(element, 'moveFrom')) return found;
  if (isWord(element, local)) found.push(element);
  for (const child of elementsOf(element)) elementsNamed(local, child, found);
  return found;
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
  if (markup !== undefined) return sourceParagraph(inSourceDirection(element, change), breaks, language) + markup;
  for (const each of breaks) replacements.delete(each);
  return undefined;
};
