import type { FontLook } from './pdf-font.js';

/** A family that translations are set in. Beside Noto they are those that are as wide as faces which many documents have. */
export type Typeface = 'noto' | 'arimo' | 'carlito' | 'tinos';

/** Arimo is as wide as Arial and Helvetica, Carlito as Calibri, Tinos as Times. */
const typefacesOf: Readonly<Record<FontLook['family'], readonly Typeface[]>> = {
  sans: ['noto', 'arimo', 'carlito'],
  serif: ['noto', 'tinos'],
  mono: ['noto'],
};

/** The signs by which families are told, letters that are frequent in European languages first. */
const frequentFirst = 'eaitnorsldcumhpgbvfykwjzxqESATICMDPRNOLBFHGVUWKJYXZQ0123456789';

/** The n-th of them counts for one part in n and this. */
const evenness = 8;

/** Letters that are wider than those of the source are set smaller, down to this part of the size. */
export const minFactor = 0.85;

/** Widths of letters and digits, in ems. */
export type LetterWidths = ReadonlyMap<string, number>;

export const tellsTypeface = (text: string | undefined): text is string =>
  text?.length === 1 && frequentFirst.includes(text);

export interface Likeness {
  typeface: Typeface;
  /** How much its letters differ in width at the same size, in parts of their widths. */
  difference: number;
  /** How much they differ at the size that they are set at. */
  differenceAsSet: number;
}

/** How like the families of a kind letters are, Noto first. `widthIn` measures a letter, in ems. */
export const likenesses = (
  family: FontLook['family'],
  letters: LetterWidths,
  widthIn: (typeface: Typeface, letter: string) => number,
): Likeness[] =>
  typefacesOf[family].map((typeface) => {
    const weighed = [...letters].map(([letter, width]) => {
      const weight = 1 / (frequentFirst.indexOf(letter) + evenness);
      return { source: weight * width, set: weight * widthIn(typeface, letter) };
    });
    const source = weighed.reduce((sum, width) => sum + width.source, 0);
    const set = weighed.reduce((sum, width) => sum + width.set, 0);
    const differenceAt = (factor: number): number =>
      weighed.reduce((sum, width) => sum + Math.abs(width.set * factor - width.source), 0) / source;
    const factor = Math.min(1, Math.max(minFactor, source / set));
    return { typeface, difference: differenceAt(1), differenceAsSet: differenceAt(factor) };
  });
