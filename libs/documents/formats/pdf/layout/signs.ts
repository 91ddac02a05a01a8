import type { PlacedGlyph } from './fragments.js';
import type { Paragraph } from './paragraphs.js';
import { remembered } from './remembered.js';

/** Characters of no alphabet: what nothing explains, private use, and pictures that a font of the source draws. */
const sign =
  /^(?:[\ufffd\ue000-\uf8ff\u{f0000}-\u{10ffff}\u2600-\u27bf\u2b00-\u2bff]|(?=[\p{Extended_Pictographic}\p{RI}])[\u{1f000}-\u{1faff}])[\u200d\ufe0e\ufe0f\u2600-\u27bf\u{1f000}-\u{1faff}]*$/u;
const unexplained = /^[\ufffd\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;
const letter = /[\p{L}\p{N}]/u;

/** Share of the glyphs of a paragraph that nothing explains: above it the paragraph is text in a font that cannot be read. */
const maxUnexplained = 0.25;
const maxSigns = 64;

/** The character that stands for a sign in a text that is measured and ordered. */
export const signCharacter = '\ufffc';

/** Whether a glyph is a picture rather than text: it is drawn again as it is. */
export const isSign = ({ text }: Pick<PlacedGlyph, 'text'>): boolean => sign.test(text);

/** Whether most of what glyphs show is signs: a line of them tells nothing of the words above it. */
export const areSigns = remembered((glyphs: readonly PlacedGlyph[]): boolean => {
  const inked = glyphs.filter(({ text }) => text.trim() !== '');
  return 2 * inked.filter(isSign).length > inked.length;
});

/** Whether words of a paragraph have letters that nothing tells, so that a translation of the rest would say something else. */
export const isUnreadable = ({ lines }: Paragraph): boolean => {
  let [signs, unknown, inked] = [0, 0, 0];
  for (const { glyphs } of lines)
    for (const [at, glyph] of glyphs.entries()) {
      if (glyph.text.trim() !== '') inked += 1;
      if (!isSign(glyph)) continue;
      signs += 1;
      if (!unexplained.test(glyph.text)) continue;
      unknown += 1;
      const next = glyphs[at + 1];
      if (isInWord(glyph, glyphs[at - 1], glyph) || isInWord(glyph, next, next)) return true;
    }
  return signs > maxSigns || unknown > maxUnexplained * inked;
};

/** Glyphs that nothing tells beside each other, at least, that are a word and no icon. */
const minUnknownWord = 3;

/** Whether a paragraph without a letter that is known shows words whose letters nothing tells. */
export const hasUnknownWords = ({ lines }: Paragraph): boolean =>
  lines.some(({ glyphs }) => {
    let row = 0;
    return glyphs.some(({ text, isApart }, at) => {
      const isGoingOn = !isApart && glyphs[at - 1]?.show.state.font === glyphs[at]?.show.state.font;
      row = text !== '\ufffd' ? 0 : isGoingOn ? row + 1 : 1;
      return row >= minUnknownWord;
    });
  });

/** Glyphs of a paragraph that nothing tells. */
export const unknownGlyphsIn = ({ lines }: Paragraph): number =>
  lines.reduce((sum, { glyphs }) => sum + glyphs.filter(({ text }) => text === '\ufffd').length, 0);

/** Whether a glyph and one beside it are letters of one word: they touch, and have one font. */
const isInWord = ({ show }: PlacedGlyph, beside: PlacedGlyph | undefined, second: PlacedGlyph | undefined): boolean =>
  beside !== undefined &&
  letter.test(beside.text) &&
  !second?.isApart &&
  beside.show.state.fontName === show.state.fontName;
