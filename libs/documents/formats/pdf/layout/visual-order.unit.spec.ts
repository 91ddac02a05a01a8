import { expect, it } from 'vitest';
import type { PlacedGlyph } from './fragments.js';
import { logicalOrder } from './visual-order.js';

/** A line of these characters from left to right, 6 wide each in a size of 12; a space stands for a gap of `gap`. */
const line = (characters: string, gap: number): PlacedGlyph[] => {
  let along = 0;
  return [...characters].flatMap((text) => {
    const start = along;
    along += text === ' ' ? gap : 6;
    return text === ' '
      ? []
      : [{ text, along: start, end: along, isApart: false, show: { height: 12 } } as unknown as PlacedGlyph];
  });
};

const read = (characters: string, gap: number): string =>
  logicalOrder(line(characters, gap))
    .map(({ text, isApart }) => (isApart ? ` ${text}` : text))
    .join('');

it.each([
  ['words', 'תיב לודג', 'גדול בית'],
  ['words and letters', 'תיב PDF לודג', 'גדול PDF בית'],
  ['words and single letters', 'תיב a לודג', 'גדול a בית'],
  ['letters without a gap', 'תיבPDF לודג', 'גדול PDFבית'],
  ['several words of letters', 'תיב big PDF לודג', 'גדול big PDF בית'],
  ['numbers', 'תיב 230 לודג', 'גדול 230 בית'],
  ['numbers in the digits of Persian', '۱۳۹۸ رویرهش', 'شهریور ۱۳۹۸'],
  ['words among more letters', 'some words תיב לודג and more', 'some words גדול בית and more'],
])('gaps part %s of a line that runs leftwards', (_what, characters, expected) => {
  expect(read(characters, 4)).toBe(expected);
});

it.each([
  ['as they look on the page', '(תיב) לודג', 'גדול (בית)'],
  ['as they are read', ')תיב( לודג', 'גדול (בית)'],
  ['once, behind a number', 'תיב (1', '1( בית'],
])('brackets that are told %s are those of the text', (_what, characters, expected) => {
  expect(read(characters, 4)).toBe(expected);
});

it('a formula in a line that runs leftwards is read rightwards with its signs', () => {
  const glyphs = line('תיב a<t> לודג', 4);
  for (const glyph of glyphs)
    if (/[a<t>]/.test(glyph.text)) Object.assign(glyph.show, { state: { font: { isMath: true } } });
  expect(
    logicalOrder(glyphs)
      .map(({ text }) => text)
      .join(''),
  ).toBe('גדולa<t>בית');
});

it('gaps of a line that was set tight part its words', () => {
  expect(read('תיב לודג', 1.5)).toBe('גדול בית');
  expect(read('תיב לודג', 1)).toBe('גדולבית');
});
