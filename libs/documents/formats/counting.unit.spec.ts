import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodePoints, countPages, countWords } from './counting.js';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const wordLike = (text: string) => [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

describe('countWords', () => {
  it.each([
    ['', 0],
    ['One two  three.', 3],
    ["It's 3,000.50 e-mails", 4],
    ['今日は良い天気', wordLike('今日は良い天気')],
    ['Größe über alles', 3],
    ['__ _a_ ...', 2],
  ])('the text %j has %i words', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('the count of words agrees with Intl.Segmenter on any ASCII', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ09_.,;:\'"- \r\n\t@/') });
    fc.assert(
      fc.property(text, (sample) => {
        expect(countWords(sample)).toBe(wordLike(sample));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('countCodePoints', () => {
  it('the count of code points is the number of characters that a string iterates over', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a') }),
        (one, other) => {
          expect(countCodePoints(one + other)).toBe([...(one + other)].length);
        },
      ),
    );
  });
});

describe('countPages', () => {
  it('the page count is the one of the format where it has pages', () => expect(countPages(7, 100_000)).toBe(7));

  it.each([
    [0, 1],
    [1800, 1],
    [1801, 2],
  ])('a text of %i characters counts as %i started pages', (codePoints, pages) => {
    expect(countPages(undefined, codePoints)).toBe(pages);
  });
});
