import type { PdfFont } from '../fonts/pdf-font.js';
import type { Fragment, PlacedGlyph } from './fragments.js';

/** Letters of a word, at least: names of functions in formulas have three, as `sin` does. */
const minWord = 4;
/** Letters in words of a font in one content, at least, and their share of all that is shown in it. */
const minLetters = 10;
const minShare = 0.5;

/** Tells fonts that are named as fonts of formulas are, and in which words are set, as those of text: Cambria Math, for one. */
export const tellFontsOfText = (fragments: readonly Fragment[]): void => {
  const found = new Map<PdfFont, { letters: number; inked: number }>();
  for (const { glyphs } of fragments) {
    if (!glyphs.some(({ show }) => show.state.font?.isMath)) continue;
    let from = 0;
    for (let at = 1; at <= glyphs.length; at += 1) {
      if (at < glyphs.length && isOneWord(glyphs[at - 1], glyphs[at])) continue;
      count(found, glyphs.slice(from, at));
      from = at;
    }
  }
  for (const [font, { letters, inked }] of found)
    if (letters >= minLetters && letters > minShare * inked) font.isMath = false;
};

const isOneWord = (one: PlacedGlyph | undefined, other: PlacedGlyph | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  !other.isApart &&
  isLetter(one) &&
  isLetter(other) &&
  one.show.state.font === other.show.state.font;

/** Letters as words have them, unlike those of formulas, which Unicode has for themselves. */
const isLetter = ({ text }: PlacedGlyph): boolean => /^(?![\u{1d400}-\u{1d7ff}])\p{L}/u.test(text);

const count = (found: Map<PdfFont, { letters: number; inked: number }>, word: readonly PlacedGlyph[]): void => {
  const [first] = word;
  const font = first?.show.state.font;
  if (!first || !font?.isMath || first.text.trim() === '') return;
  const sums = found.get(font) ?? { letters: 0, inked: 0 };
  found.set(font, sums);
  sums.inked += word.length;
  if (word.length >= minWord && isLetter(first)) sums.letters += word.length;
};
