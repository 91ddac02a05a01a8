import { widthOfLetter } from './font-catalogue.js';
import type { FontLook } from './pdf-font.js';
import { type LetterWidths, type Likeness, likenesses, type Typeface } from './typefaces.js';

const maxNames = 2_000;

/** Fewer letters than these tell no family. */
const minLetters = 4;

/** A font whose letters differ by less, in parts of their widths, is that of the family, or made to be as wide. */
const maxDifference = 0.04;

/** Another family than Noto has to differ by less than this part of what Noto does. */
const clearlyLess = 0.9;

/** A font of a file. */
interface NamedFont {
  look: FontLook;
  /** Parts of it whose letters were not looked at yet. */
  parts: (() => LetterWidths)[];
  letters: Map<string, number>;
  typeface: Typeface | undefined;
  /** How many fonts had been read when it was asked for last. */
  askedAt: number;
}

/**
 * The families in which the fonts of a file are set again. A file often has one font in several parts, each with letters of
 * its own: fonts of one name and look have one family. Fonts that are as wide as none share the one in which all of their kind
 * look most alike, so that regular and bold letters are of one face. What is told stays.
 */
export class SourceTypefaces {
  private readonly fonts = new Map<string, NamedFont>();
  private readonly usual = new Map<FontLook['family'], Typeface>();
  private read = 0;

  /** Tells the family of a font, undefined while too few letters are known: all fonts that are read until then count. */
  typefaceOf(name: string, look: FontLook, lettersOf: () => LetterWidths): () => Typeface | undefined {
    const key = `${name || this.fonts.size} ${look.family} ${look.isBold} ${look.isItalic}`;
    const font = this.fonts.get(key) ?? newFont(look);
    if (this.fonts.size < maxNames) this.fonts.set(key, font);
    if (font.typeface === undefined) font.parts.push(lettersOf);
    this.read += 1;
    return () => {
      if (font.typeface !== undefined || font.askedAt === this.read) return font.typeface;
      font.askedAt = this.read;
      font.typeface = ownTypeface(likenessesOf(font)) ?? this.usualTypeface(look.family);
      return font.typeface;
    };
  }

  /** The family in which all fonts of a kind that are as wide as none look most alike. */
  private usualTypeface(family: FontLook['family']): Typeface | undefined {
    const known = this.usual.get(family);
    if (known) return known;
    const sums = new Map<Typeface, number>();
    for (const font of this.fonts.values()) {
      const likes = font.look.family === family ? likenessesOf(font) : [];
      if (ownTypeface(likes) === undefined)
        for (const { typeface, differenceAsSet } of likes)
          sums.set(typeface, (sums.get(typeface) ?? 0) + differenceAsSet * font.letters.size);
    }
    const noto = sums.get('noto');
    if (noto !== undefined) sums.set('noto', noto * clearlyLess);
    const typeface = nearestOf(sums);
    if (typeface) this.usual.set(family, typeface);
    return typeface;
  }
}

const newFont = (look: FontLook): NamedFont => ({
  look,
  parts: [],
  letters: new Map(),
  typeface: undefined,
  askedAt: 0,
});

/** How like the families a font is, as far as it was read; none where too few letters are known. */
const likenessesOf = ({ look, parts, letters }: NamedFont): Likeness[] => {
  for (const part of parts.splice(0)) for (const [letter, width] of part()) letters.set(letter, width);
  if ([...letters.keys()].filter((letter) => /\D/.test(letter)).length < minLetters) return [];
  return likenesses(look.family, letters, (typeface, letter) => widthOfLetter({ ...look, typeface }, letter));
};

/** The family that a font is as wide as. */
const ownTypeface = (likes: readonly Likeness[]): Typeface | undefined => {
  const near = likes.filter(({ difference }) => difference < maxDifference);
  return nearestOf(new Map(near.map(({ typeface, difference }) => [typeface, difference])));
};

/** The family that differs least, the first of several. */
const nearestOf = (differences: ReadonlyMap<Typeface, number>): Typeface | undefined => {
  const min = Math.min(...differences.values());
  return [...differences].find(([, difference]) => difference === min)?.[0];
};
