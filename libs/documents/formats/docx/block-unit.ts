import type { SourceWriting } from '#libs/documents/formats/drawingml/paragraph/paragraph-merge.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import { type TextMemory, UnitTexts } from '#libs/documents/formats/opc/unit-texts.js';
import { elementsOf, serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { Paragraph } from './paragraph/paragraph.js';
import { mergeParagraph } from './paragraph/paragraph-merge.js';
import { type ParagraphUnit, paragraphUnits, type UnitContext } from './paragraph/paragraph-units.js';
import { leadingPageBreaks, onSamePage, sourceParagraph } from './paragraph/source-copy.js';
import { pictureTexts } from './pictures.js';
import type { StoryBlock } from './story-blocks.js';
import type { StoryReading } from './story-units.js';
import { directedParagraph, inSourceDirection, outerProperties } from './word/text-direction.js';
import { isDeletion, isWord } from './word/word-names.js';

/** Paragraphs that say the same are translated each for itself, but for the branches of one alternative. */
const noMemory: TextMemory = { find: () => undefined, add: () => ({}) };

export interface BlockUnit extends TextUnit {
  /** Whether a text of the block has become another one, once it has been edited. */
  isTranslated(): boolean;
}

/** The texts of the paragraphs in a block. `hasChanged`: whether the tree of the block has been changed already. */
export const blockUnit = (
  { element, start, end, isInTable, isRelabelled }: StoryBlock,
  { context, options, styles, translatesProperties, change, source, keepsPictures }: StoryReading,
  state: Pick<UnitContext, 'fields' | 'left' | 'written'>,
  hasChanged: () => boolean,
): BlockUnit => {
  const role = isInTable && context.role === 'body' ? 'table' : context.role;
  const reading = { styles, readsHidden: options.hidden, translatesProperties };
  const units = paragraphUnits(element, { ...state, ...reading, role });
  const texts = new UnitTexts(noMemory, context);
  // What changes before a paragraph is written has to be in its source as it was.
  const above = source && new Map(units.map(({ paragraph }) => [paragraph, sourceAbove(paragraph, change, source)]));
  const own = units.filter(({ mirrorOf }) => mirrorOf === undefined);
  for (const { paragraph, role } of own) for (const { parts } of paragraph.stretches) texts.add(parts, role);
  let isTranslated = false;
  return {
    segments: texts.segments,
    skipped: texts.skipped,
    isTranslated: () => isTranslated,
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
      isTranslated = addReplacements(replacements, element, units, translated, change, above);
      if (replacements.size === 0 && !isRelabelled && !hasChanged()) return undefined;
      return { start, end, text: serialize(element, replacements) };
    },
  };
};

/** Adds the replacements from the inside out: a paragraph comes before those that contain it. Returns whether one is translated. */
const addReplacements = (
  replacements: Map<XmlElement, string>,
  block: XmlElement,
  units: readonly ParagraphUnit[],
  translations: ReadonlyMap<ParagraphUnit, readonly Segment[]>,
  change: DirectionChange,
  above: ReadonlyMap<Paragraph, SourceAbove> | undefined,
): boolean => {
  let isTranslated = false;
  const unitOf = new Map(units.map((unit) => [unit.paragraph.element, unit]));
  const elements = change === undefined ? [...unitOf.keys()] : elementsNamed('p', block);
  for (const element of elements.toReversed()) {
    const unit = unitOf.get(element);
    const translation = unit && translations.get(unit.mirrorOf ?? unit);
    let markup: string | undefined;
    if (unit !== undefined && translation !== undefined) {
      const { paragraph } = unit;
      markup =
        above === undefined
          ? mergeParagraph(paragraph, translation, change, replacements)
          : mergeWithSource(paragraph, translation, change, replacements, above.get(paragraph));
    }
    isTranslated ||= markup !== undefined;
    // What says the same in both languages, or nothing, runs as the text around it does.
    markup ??= change && directedParagraph(element, change, replacements);
    if (markup !== undefined) replacements.set(element, markup);
  }
  return isTranslated;
};

const addTables = (replacements: Map<XmlElement, string>, block: XmlElement, change: DirectionChange): void => {
  for (const properties of elementsNamed('tblPr', block)) {
    replacements.set(properties, outerProperties(properties, change));
  }
};

/** The elements of Word with this name that are not in deleted text, each before those that are in it. */
const elementsNamed = (local: string, element: XmlElement, found: XmlElement[] = []): XmlElement[] => {
  if (isDeletion(element)) return found;
  if (isWord(element, local)) found.push(element);
  for (const child of elementsOf(element)) elementsNamed(local, child, found);
  return found;
};

/** The copy of the source of a paragraph, and the page breaks that it has in the place of the translation. */
interface SourceAbove {
  markup: string;
  breaks: ReadonlySet<XmlElement>;
}

const sourceAbove = ({ element }: Paragraph, change: DirectionChange, { language }: SourceWriting): SourceAbove => {
  const breaks = leadingPageBreaks(element);
  return { markup: sourceParagraph(inSourceDirection(element, change), breaks, language), breaks };
};

/** The source of a paragraph and its translation; what breaks the page before the paragraph does so before both. */
const mergeWithSource = (
  paragraph: Paragraph,
  translation: readonly Segment[],
  change: DirectionChange,
  replacements: Map<XmlElement, string>,
  { markup: above, breaks }: SourceAbove = { markup: '', breaks: new Set() },
): string | undefined => {
  const { element } = paragraph;
  for (const each of breaks) replacements.set(each, '');
  const below = { ...paragraph, element: onSamePage(element) };
  const markup = mergeParagraph(below, translation, change, replacements);
  if (markup !== undefined) return above + markup;
  for (const each of breaks) replacements.delete(each);
  return undefined;
};
