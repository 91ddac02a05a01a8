import type { SourceWriting } from '#libs/documents/formats/drawingml/paragraph/paragraph-merge.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { LeftTexts } from '#libs/documents/formats/left-texts.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import type { XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import { serialize, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { type DirectionChange } from '#libs/text/languages/text-direction.js';
import { alternativeTexts } from './alternative-texts.js';
import { blockUnit } from './block-unit.js';
import { BoundControls } from './bound-controls.js';
import type { BlockFilter } from './pages/page-range.js';
import { FieldStack } from './paragraph/fields.js';
import { shownTexts } from './shown-texts.js';
import type { StoryBlock, StoryPiece, StoryProperties } from './story-blocks.js';
import { unboundProperties } from './word/data-binding.js';
import { directedStyle, outerProperties } from './word/text-direction.js';
import { isWord } from './word/word-names.js';
import type { WordStyles } from './word/word-styles.js';

export interface StoryReading {
  context: TextContext;
  options: Pick<FormatOptions, 'translateAltText' | 'hidden'>;
  styles: WordStyles;
  /** Whether the properties of the document are translated, to which controls may be bound. */
  translatesProperties: boolean;
  change: DirectionChange;
  /** How source text is to stand above its translation; undefined where it does not. */
  source?: SourceWriting | undefined;
  /** Whether pictures stay, instead of giving place to their alternative texts. */
  keepsPictures: boolean;
  /** Tells which blocks a page range leaves as they are; all are translated where there is none. */
  isInRange?: BlockFilter | undefined;
}

/** The texts of a story, in their order: of each block the alternative texts in it, and then its paragraphs. */
export async function* storyUnits(
  pieces: AsyncIterable<StoryPiece>,
  reading: StoryReading,
): AsyncGenerator<TextUnit, void> {
  const { isInRange, context } = reading;
  const fields = new FieldStack();
  const controls = new BoundControls();
  const outside = { ...reading, context: { ...context, skipReason: context.skipReason ?? skipReasons.outsideRange } };
  let table: StoryProperties | undefined;
  for await (const piece of pieces) {
    if (piece.kind === 'block') {
      const ofBlock = (isInRange?.(piece) ?? true) ? reading : outside;
      if (table !== undefined) for (const unit of propertiesUnits(table, ofBlock)) yield* inTurn(unit, controls);
      table = undefined;
      // `yield*` would wait for each of them three times.
      for (const unit of blockUnits(piece, ofBlock, fields, controls)) yield unit;
    } else if (piece.kind === 'controlEnd') {
      controls.end();
      for (const edit of controls.released()) yield editUnit(edit);
    } else if (piece.kind === 'properties' && isWord(piece.element, 'sdtPr')) {
      yield* controlUnits(piece, reading, controls);
    } else if (piece.kind === 'properties' && isWord(piece.element, 'altChunk')) {
      // Word puts the text of another file there as it opens the document.
      yield { ...editUnit(undefined), skipped: { part: context.part, reason: skipReasons.embedded, count: 1 } };
    } else if (isInRange === undefined) {
      const units = piece.kind === 'edit' ? [editUnit(piece)] : propertiesUnits(piece, reading);
      for (const unit of units) yield* inTurn(unit, controls);
    } else if (piece.kind === 'properties' && isWord(piece.element, 'tblPr')) {
      // Sections have pages outside the range; a table is translated with its first paragraph.
      table = piece;
    }
  }
}

const editUnit = (edit: XmlEdit | undefined): TextUnit => ({ segments: [], edit: () => edit });

/** A unit, whose edit is held back where that of a control before it waits. */
function* inTurn(unit: TextUnit, controls: BoundControls, isTranslated = () => false): Generator<TextUnit, void> {
  if (!controls.isHolding) {
    yield unit;
    return;
  }
  const edit: TextUnit['edit'] = (translations) => {
    controls.hold(unit.edit(translations), isTranslated());
    return undefined;
  };
  yield { ...unit, edit };
  for (const released of controls.released()) yield editUnit(released);
}

function* blockUnits(
  block: StoryBlock,
  reading: StoryReading,
  fields: FieldStack,
  controls: BoundControls,
): Generator<TextUnit, void> {
  const pictures = alternativeTexts(block.element, reading);
  const shown = shownTexts(block.element, reading);
  const left = new LeftTexts();
  const hasChanged = () => pictures.areTranslated() || shown.areTranslated();
  const unit = blockUnit(block, reading, { fields, left, written: shown.written }, hasChanged);
  for (const { unit } of [pictures, shown]) if (hasTexts(unit)) yield unit;
  yield* inTurn(unit, controls, unit.isTranslated);
  for (const skipped of left.skipped(reading.context.part)) yield { ...editUnit(undefined), skipped };
}

const hasTexts = ({ segments, skipped }: TextUnit): boolean => segments.length > 0 || skipped !== undefined;

/** The properties of a control, which change where the text in it does. */
function* controlUnits(
  { element, start, end, isRelabelled }: StoryProperties,
  { context: around, isInRange, translatesProperties }: StoryReading,
  controls: BoundControls,
): Generator<TextUnit, void> {
  // A control around paragraphs may be on several pages.
  const isOutside = isInRange === undefined ? undefined : skipReasons.outsideRange;
  const context = { ...around, skipReason: around.skipReason ?? isOutside };
  const choices = shownTexts(element, { context });
  if (hasTexts(choices.unit)) yield choices.unit;
  const unbound = around.skipReason === undefined ? unboundProperties(element, translatesProperties) : undefined;
  const isChanged = (isRelabelled && isInRange === undefined) || choices.areTranslated();
  const kept = isChanged ? { start, end, text: serialize(element) } : undefined;
  controls.begin(unbound === undefined ? undefined : { start, end, text: unbound }, kept);
  if (unbound === undefined && kept !== undefined) yield* inTurn(editUnit(kept), controls);
}

/** The properties of a table, a section or a style; those of a table say what it shows to those who do not see it. */
const propertiesUnits = ({ element, start, end, isRelabelled }: StoryProperties, reading: StoryReading): TextUnit[] => {
  const { context, change } = reading;
  const { unit, areTranslated } = alternativeTexts(element, reading);
  const edit = () => {
    if (context.skipReason !== undefined) return undefined;
    const text = directedProperties(element, change);
    return isRelabelled || areTranslated() || text !== serialize(element) ? { start, end, text } : undefined;
  };
  return hasTexts(unit) ? [unit, { segments: [], edit }] : [{ segments: [], edit }];
};

const directedProperties = (element: XmlElement, change: DirectionChange): string =>
  element.local === 'tblPr' || element.local === 'sectPr'
    ? outerProperties(element, change)
    : directedStyle(element, change);
