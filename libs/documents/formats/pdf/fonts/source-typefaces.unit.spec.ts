import { describe, expect, it } from 'vitest';
import { widthOfLetter } from './font-catalogue.js';
import { SourceTypefaces } from './source-typefaces.js';
import type { LetterWidths, Typeface } from './typefaces.js';

const look = { family: 'sans', isBold: false, isItalic: false } as const;

/** Letters that are by this share as wide as those of Arimo, else as those of Noto Sans, and in turn narrower and wider than that. */
const between = (share: number, { letters = 'eaitnorsldcumhpg', by = 0 } = {}): LetterWidths =>
  new Map(
    [...letters].map((letter, at) => {
      const widthIn = (typeface: Typeface): number => widthOfLetter({ ...look, typeface }, letter);
      const width = share * widthIn('arimo') + (1 - share) * widthIn('noto');
      return [letter, width * (1 + (at % 2 === 0 ? -by : by))];
    }),
  );

describe('the families of the fonts of a file', () => {
  it.each([
    ['as wide as Noto', 'noto', between(0)],
    ['hardly nearer to another', 'noto', between(0.55, { by: 0.05 })],
    ['nearer to another', 'arimo', between(0.8, { by: 0.05 })],
    ['as wide as another', 'arimo', between(1)],
  ] as const)('a font that is %s is set in %s', (_what, typeface, letters) => {
    expect(new SourceTypefaces().typefaceOf('A', look, () => letters)()).toBe(typeface);
  });

  it('a family that is told stays, whatever is read later', () => {
    const typefaces = new SourceTypefaces();
    const told = typefaces.typefaceOf('A', look, () => between(1));
    expect(told()).toBe('arimo');
    const later = typefaces.typefaceOf('A', look, () => between(0));
    expect([told(), later()]).toEqual(['arimo', 'arimo']);
  });

  it('a font of few letters has no family until more are read', () => {
    const typefaces = new SourceTypefaces();
    const told = typefaces.typefaceOf('A', look, () => between(1, { letters: 'ea' }));
    expect(told()).toBeUndefined();
    typefaces.typefaceOf('A', look, () => between(1, { letters: 'it' }));
    expect(told()).toBe('arimo');
  });

  it('fonts without a name are each one for itself', () => {
    const typefaces = new SourceTypefaces();
    const told = [0, 1].map((share) => typefaces.typefaceOf('', look, () => between(share)));
    expect(told.map((typeface) => typeface())).toEqual(['noto', 'arimo']);
  });
});
