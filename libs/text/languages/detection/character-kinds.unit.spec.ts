import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLetters } from './character-kinds.js';
import { dominantScript } from './script-histogram.js';
import { wordsOf } from './text-words.js';

const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 10 }));

describe('characters', () => {
  it('characters are letters where Unicode says so', () => {
    fc.assert(fc.property(text, (value) => countLetters(value) === (value.match(/\p{L}/gu)?.length ?? 0)));
    expect(countLetters('a1𐐷\ud800ß漢 ')).toBe(4);
  });

  it('words are made of letters, marks and middle dots, with the apostrophe of an elision', () => {
    fc.assert(
      fc.property(
        fc.oneof(text, fc.string({ unit: fc.constantFrom('a', 'é', '·', '’', "'", '\u0301', ' ', '𐐷') })),
        (value) => {
          const words = value.match(/\p{L}[\p{L}\p{M}·]*['’]?/gu) ?? [];
          expect(wordsOf(value)).toEqual(words.map((word) => word.replace('’', "'")));
        },
      ),
    );
    expect(wordsOf("l’eau d'ahir pel·lícula 3 km")).toEqual(["l'", 'eau', "d'", 'ahir', 'pel·lícula', 'km']);
  });

  it('a text has the writing system of most of its letters, and the place of the first letter is found', () => {
    expect(dominantScript('12 кот cat да')).toEqual({ script: 'Cyrl', share: 5 / 8, start: 3 });
    expect(dominantScript('私はcat')).toEqual({ script: 'Latn', share: 3 / 5, start: 0 });
    expect(dominantScript('私は')).toEqual({ script: 'Jpan', share: 1, start: 0 });
    expect(dominantScript('ᏣᎳᎩ')).toEqual({ script: undefined, share: 0, start: 0 });
    expect(dominantScript('ᏣᎳᎩ a')).toEqual({ script: 'Latn', share: 1 / 4, start: 0 });
    expect(dominantScript('1, 2')).toEqual({ script: undefined, share: 0, start: 4 });
  });
});
