import { expect, it } from 'vitest';
import type { TextStyle } from '../layout/text-style.js';
import { wordsOf } from './words.js';

const style: TextStyle = {
  isBold: false,
  isItalic: false,
  family: 'sans',
  height: 10,
  rise: 0,
  fill: undefined,
  link: undefined,
};

const wordsIn = (text: string): string[] =>
  wordsOf(
    [{ kind: 'text', text }],
    { parts: [], style, styles: new Map(), signs: new Map() },
    { isRightToLeft: false, region: 'jp' },
  ).map(({ pieces }) => pieces.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text)).join(''));

it.each([
  ['between ideographs', '雪国', ['雪', '国']],
  ['not before a closing mark', '雪国。夜', ['雪', '国。', '夜']],
  ['not before a small kana or a mark that makes one longer', 'チョコレート', ['チョ', 'コ', 'レー', 'ト']],
  ['not behind an opening mark', '夜「底」', ['夜', '「底」']],
  ['not within words of letters', '東京Tokyo駅', ['東', '京', 'Tokyo', '駅']],
  ['before an opening mark behind letters', 'PDF「形式」', ['PDF', '「形', '式」']],
  [
    'within an address behind slashes, and within long parts of it at dots',
    'http://data.of.example.org/x/1→http://a.bc/d',
    ['http://', 'data.', 'of.', 'example.', 'org/x/1→http://a.', 'bc/d'],
  ],
  ['behind a hyphen, and not before a number', 'a-1/well-known/2', ['a-1/', 'well-', 'known/2']],
  ['at spaces in Korean', '날씨가 좋다', ['날씨가', '좋다']],
])('a line may end %s', (_where, text, expected) => {
  expect(wordsIn(text)).toEqual(expected);
});

it('a formula in a text that runs leftwards runs rightwards with all its signs', () => {
  const levelsIn = (isMath: boolean): (string | number)[][] =>
    wordsOf(
      [
        { kind: 'text', text: 'בית ' },
        { kind: 'open', id: 1 },
        { kind: 'text', text: 'a<' },
        { kind: 'close', id: 1 },
      ],
      { parts: [], style, styles: new Map([[1, { ...style, isMath }]]), signs: new Map() },
      { isRightToLeft: true, region: 'jp' },
    ).flatMap(({ pieces }) => pieces.map(({ glyphs, level }) => [glyphs.map(({ text }) => text).join(''), level]));
  expect(levelsIn(true).at(-1)).toEqual(['a<', 2]);
  expect(levelsIn(false).at(-1)).toEqual(['<', 1]);
});
