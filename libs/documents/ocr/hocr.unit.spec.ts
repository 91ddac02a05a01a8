import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHocr } from './hocr.js';
import { recognisedPage } from './recognised-page.js';

/** A page as tesseract 5.3.0 writes it, with a spot, a word that it is not sure of and one in bold. */
const written = readFileSync(new URL('./samples/note.hocr', import.meta.url), 'utf8');
const picture = { width: 400, height: 300, pixels: new Uint8Array(400 * 300 * 3).fill(255) };

describe('what tesseract writes of a page', () => {
  it('the reading of a page is lines of words, each with its place, its baseline and its height', () => {
    const [first, second] = readHocr(written);
    expect(first).toMatchObject({ left: 40, top: 50, right: 200, bottom: 74, baseline: 69, height: 24 });
    expect(first?.words).toEqual([
      { text: 'Salt', left: 40, top: 50, right: 90, bottom: 69, confidence: 96 },
      { text: '&', left: 100, top: 50, right: 120, bottom: 69, confidence: 91 },
      { text: '"pepper"', left: 130, top: 50, right: 200, bottom: 74, confidence: 52 },
    ]);
    // The baseline of a line that rises is that of its middle.
    expect(second).toMatchObject({ baseline: 113, words: [{ text: 'below' }] });
  });

  it('the reading of a page is without its spots, and with the number of words that are not certain', () => {
    const page = recognisedPage(3, picture, written);
    expect(page).toMatchObject({ page: 3, width: 400, height: 300, uncertainWords: 1 });
    expect(page.lines.map(({ words }) => words.map(({ text }) => text))).toEqual([
      ['Salt', '&', '"pepper"'],
      ['below'],
    ]);
  });

  it('the reading of a page is a piece for each cell of a row, at its own place on a baseline that rises', () => {
    const row = `<span class='ocr_line' title="bbox 0 80 400 120; baseline -0.1 0; x_size 20">
      <span class='ocrx_word' title='bbox 0 100 40 120; x_wconf 95'>Name</span>
      <span class='ocrx_word' title='bbox 50 100 80 120; x_wconf 95'>of</span>
      <span class='ocrx_word' title='bbox 360 80 400 100; x_wconf 95'>Port</span>`;
    const { lines } = recognisedPage(1, picture, row);
    const places = lines.map(({ left, right, top, bottom, baseline }) => [left, right, top, bottom, baseline]);
    expect(places).toEqual([
      [0, 80, 100, 120, 116],
      [360, 400, 80, 100, 82],
    ]);
  });

  it.each([
    ['the border of a cell', ['Pears', '|', '12'], [['Pears'], ['12']]],
    ['the marker of a list', ['•', 'The', 'school'], [['•'], ['The', 'school']]],
    ['a number before an item', ['2.', 'The', 'school'], [['2.'], ['The', 'school']]],
    ['a dash within', ['The', '–', 'school'], [['The', '–', 'school']]],
  ])('is cut at %s', (_what, texts, pieces) => {
    const words = texts.map(
      (text, at) => `<span class='ocrx_word' title='bbox ${at * 30} 0 ${at * 30 + 25} 20; x_wconf 95'>${text}</span>`,
    );
    const row = `<span class='ocr_line' title="bbox 0 0 90 20; baseline 0 0; x_size 20">${words.join('')}`;
    const { lines } = recognisedPage(1, picture, row);
    expect(lines.map((line) => line.words.map(({ text }) => text))).toEqual(pieces);
  });

  it('the reading of a page is no line that runs downwards', () => {
    const turned = `<span class='ocr_line' title="bbox 0 0 20 100; textangle 270; x_size 20">
      <span class='ocrx_word' title='bbox 0 0 20 100; x_wconf 95'>Aside</span>`;
    expect(recognisedPage(1, picture, turned).lines).toEqual([]);
  });

  it.each([
    '',
    '<span class=',
    "<span class='ocrx_word'",
    '<span class=\'ocr_line\' title="bbox 1 2">',
    '<p>words</p>',
  ])('is nothing where it is %j', (hocr) => expect(readHocr(hocr)).toEqual([]));
});
