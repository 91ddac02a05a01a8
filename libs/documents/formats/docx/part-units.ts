import { ChartReader } from '#libs/documents/formats/drawingml/chart-reader.js';
import { drawingUnits } from '#libs/documents/formats/drawingml/drawing-part.js';
import { relabelDrawing } from '#libs/documents/formats/drawingml/language-tags.js';
import { ShapeReader } from '#libs/documents/formats/drawingml/shape-reader.js';
import type { FormatOptions, MergeOptions } from '#libs/documents/formats/format.port.js';
import { CorePropertiesReader } from '#libs/documents/formats/opc/core-properties-reader.js';
import { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { UnitsOfPart } from '#libs/documents/formats/opc/package-text.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { directionChange } from '#libs/text/languages/text-direction.js';
import type { DocxPackage } from './docx-package.js';
import { numberingUnits } from './numbering-units.js';
import { storyPieces } from './story-blocks.js';
import { storyUnits } from './story-units.js';
import { relabelLanguage } from './word/language-tags.js';
import type { WordStyles } from './word/word-styles.js';

type Writing = Pick<MergeOptions, 'sourceLanguage' | 'targetLanguage' | 'includeSource' | 'preserveImages'>;

/** The texts of each part; `merging` is undefined where they are only read. */
export const unitsOfParts = (
  { archive, document, parts, range }: DocxPackage,
  options: FormatOptions,
  styles: WordStyles,
  merging?: Writing,
): UnitsOfPart => {
  const { sourceLanguage = '', targetLanguage = '', includeSource = false, preserveImages = true } = merging ?? {};
  const relabel = relabelLanguage(sourceLanguage, targetLanguage);
  const change = merging && directionChange(sourceLanguage, targetLanguage);
  const source = includeSource ? { language: relabel && sourceLanguage } : undefined;
  const writing = { change, relabel: relabelDrawing(sourceLanguage, targetLanguage), fitsShape: false, source };
  const translatesProperties = [...parts.values()].some(({ kind }) => kind === 'coreProperties');
  const reading = { options, styles, translatesProperties, change, source, keepsPictures: preserveImages };
  const diagrams = new KnownTexts();
  return (entry) => {
    const part = parts.get(entry);
    if (part === undefined || (merging !== undefined && part.skipReason !== undefined)) return undefined;
    const { kind, role, skipReason } = part;
    const context = { role, part: entry.name, skipReason };
    const tokens = () => partTokens(archive, entry);
    switch (kind) {
      case 'labels':
        return relabel && storyUnits(storyPieces(tokens(), relabel), { ...reading, context });
      case 'story': {
        const isInRange = entry === document ? range?.bodyFilter() : range?.noteFilter;
        return storyUnits(storyPieces(tokens(), relabel), { ...reading, context, isInRange });
      }
      case 'numbering':
        return numberingUnits(tokens(), context);
      case 'chart':
        return drawingUnits(tokens(), new ChartReader(context), writing, new KnownTexts());
      case 'diagram':
        return drawingUnits(tokens(), new ShapeReader({ context, options }), writing, diagrams);
      case 'drawing':
        return drawingUnits(tokens(), new ShapeReader({ context, options }), writing);
      case 'coreProperties':
        return drawingUnits(tokens(), new CorePropertiesReader(entry.name), writing);
    }
  };
};
