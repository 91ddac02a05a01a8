import { describe, expect, it } from 'vitest';
import { hiddenWordsOf, readGreyPicture } from './hidden-words.js';

/** A white page of 100 by 50 points, drawn in 200 by 100 pixels with a black dot at each place. */
const pictureOf = (...dots: [x: number, y: number][]) => {
  const pixels = new Uint8Array(200 * 100).fill(255);
  for (const [x, y] of dots) pixels[y * 200 + x] = 0;
  return readGreyPicture(Buffer.concat([Buffer.from('P5\n200 100\n255\n'), pixels]));
};
const word = { left: 10, top: 10, right: 30, bottom: 20 };
const page = { width: 100, height: 50, lines: [], words: [word, { ...word, left: 40, right: 60 }] };

describe('words that do not show', () => {
  it('words without ink on the drawn page are counted', () => {
    expect(hiddenWordsOf(page, pictureOf([40, 30], [100, 30]))).toBe(0);
    expect(hiddenWordsOf(page, pictureOf([40, 30]))).toBe(1);
    expect(hiddenWordsOf(page, pictureOf())).toBe(2);
  });

  it('a rule at the edge of a word is no ink of it', () => {
    expect(hiddenWordsOf(page, pictureOf([40, 30], [100, 39]))).toBe(1);
  });

  it('a word beyond the edge of the page does not show', () => {
    const beyond = { ...page, words: [{ ...word, left: 110, right: 130 }] };
    expect(hiddenWordsOf(beyond, pictureOf([40, 30]))).toBe(1);
  });

  it('a page that is turned is looked at as it is seen', () => {
    const turned = { ...page, width: 50, height: 100 };
    expect(hiddenWordsOf(turned, pictureOf([40, 30], [100, 30]))).toBe(0);
  });

  it('what is no picture is refused', () => {
    expect(() => readGreyPicture(Buffer.from('P6 1 1 255 '))).toThrow(SyntaxError);
  });
});
