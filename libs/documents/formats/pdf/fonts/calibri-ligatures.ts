import type { PdfFile } from '../objects/pdf-file.js';
import { nameOf, type PdfDictionary } from '../objects/pdf-values.js';

/**
 * The ligatures of Calibri that have no character of their own, by the numbers of their glyphs. Office sets them in every
 * text, and files that it or Acrobat make have either no character for them or the one that has their number.
 */
const ligatures: ReadonlyMap<number, string> = new Map([
  [0x14c, 'ft'],
  [0x19e, 'tf'],
  [0x19f, 'ti'],
  [0x1a9, 'tt'],
  [0x1ab, 'tti'],
]);

/** The texts that codes of a composite font stand for where they are the numbers of glyphs of Calibri. */
export const calibriLigatures = (
  file: PdfFile,
  font: PdfDictionary,
  descendant: PdfDictionary,
): ReadonlyMap<number, string> => {
  const isCalibri = /^(?:[A-Z]{6}\+)?Calibri\b/.test(file.name(font.get('BaseFont')) ?? '');
  const isByGlyph =
    nameOf(file.resolve(font.get('Encoding'))) === 'Identity-H' &&
    nameOf(file.resolve(descendant.get('CIDToGIDMap'))) === 'Identity';
  return isCalibri && isByGlyph ? ligatures : new Map();
};
