import { describe, expect, it } from 'vitest';
import { encodingOfCodedNames } from './coded-names.js';

const named = (codes: readonly number[], prefix = 'a'): ReadonlyMap<number, string> =>
  new Map(codes.map((code) => [code, `${prefix}${code}`]));
const lower = Array.from({ length: 26 }, (_, by) => 97 + by);

/** The texts of these codes in a font that has them and the letters from a to z. */
const textsOf = (...codes: number[]): (string | undefined)[] => {
  const encoding = encodingOfCodedNames(named([...codes, ...lower])) ?? [];
  return codes.map((code) => encoding[code]);
};

describe('names of glyphs that are their codes', () => {
  it('are letters of ASCII', () => {
    expect(textsOf(65, 49, 60, 39, 123)).toEqual(['A', '1', '<', "'", '{']);
  });

  it('are those of the first encoding of TeX where its ligatures are there, or its quotation marks', () => {
    expect(textsOf(12, 34, 60, 123)).toEqual(['fi', '”', '¡', '–']);
    expect(textsOf(92, 34)).toEqual(['“', '”']);
  });

  it('are those of its encoding for the letters of Europe where those or its ligatures are there', () => {
    expect(textsOf(28, 16, 34, 39)).toEqual(['fi', '“', '"', '’']);
    expect(textsOf(233, 255, 183)).toEqual(['é', 'ß', 'ů']);
  });

  it.each<[string, (code: number) => string]>([
    ['in hexadecimal digits', (code) => `C${code.toString(16)}`],
    ['in four of them', (code) => `C00${code.toString(16).toUpperCase()}`],
    ['with leading zeros', (code) => `G${String(code).padStart(3, '0')}`],
    ['behind a word', (code) => `char${code}`],
    ['alone', String],
  ])('are letters of Latin-1 where other programs write them %s', (_, nameOf) => {
    const codes = [65, 233, ...lower];
    const encoding = encodingOfCodedNames(new Map(codes.map((code) => [code, nameOf(code)])));
    expect(codes.map((code) => encoding?.[code]).join('')).toBe('Aéabcdefghijklmnopqrstuvwxyz');
  });

  it.each([
    [
      'are other numbers',
      new Map([
        [65, 'a1'],
        [66, 'a2'],
        [67, 'a3'],
      ]),
    ],
    ['say more', new Map([...named(lower), [65, 'A.sc']])],
    ['have several beginnings', new Map([...named(lower), ...named([65, 66], 'b')])],
    ['are those of numbered glyphs', named(Array.from({ length: 32 }, (_, by) => by))],
    ['are hexadecimal digits alone, which may be words', new Map([[0xfa, 'fa']])],
    ['are none', new Map<number, string>()],
  ])('are no texts where they %s', (_, names) => {
    expect(encodingOfCodedNames(names)).toBeUndefined();
  });
});
