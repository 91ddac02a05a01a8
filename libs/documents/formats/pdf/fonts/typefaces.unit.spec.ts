import { describe, expect, it } from 'vitest';
import { widthOfLetter } from './font-catalogue.js';
import { standardWidth } from './standard-widths.js';
import { likenesses } from './typefaces.js';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

describe('families that are as wide as others', () => {
  it.each([
    ['Helvetica', 'sans', 'arimo', false, false],
    ['Helvetica-Bold', 'sans', 'arimo', true, false],
    ['Times-Roman', 'serif', 'tinos', false, false],
    ['Times-Bold', 'serif', 'tinos', true, false],
    ['Times-Italic', 'serif', 'tinos', false, true],
    ['Times-BoldItalic', 'serif', 'tinos', true, true],
  ] as const)('the letters of %s (%s) are as wide in %s', (name, family, typeface, isBold, isItalic) => {
    const differences = [...letters].map((letter) => {
      const set = widthOfLetter({ family, typeface, isBold, isItalic }, letter);
      return Math.abs(1000 * set - standardWidth(name, letter));
    });
    expect(Math.max(...differences)).toBeLessThan(1);
  });

  it('letters that are wider differ less at the size that they are set at', () => {
    const source = new Map([
      ['a', 0.5],
      ['b', 0.6],
    ]);
    const [noto] = likenesses('mono', source, (_typeface, letter) => (source.get(letter) ?? 0) * 1.1);
    expect(noto).toMatchObject({ typeface: 'noto' });
    expect(noto?.difference).toBeCloseTo(0.1, 5);
    expect(noto?.differenceAsSet).toBeCloseTo(0, 5);
  });

  it('letters do not become smaller than 0.85, and none larger', () => {
    const source = new Map([['a', 0.5]]);
    expect(likenesses('mono', source, () => 1)[0]?.differenceAsSet).toBeCloseTo(0.7, 5);
    expect(likenesses('mono', source, () => 0.4)[0]?.differenceAsSet).toBeCloseTo(0.2, 5);
  });
});
