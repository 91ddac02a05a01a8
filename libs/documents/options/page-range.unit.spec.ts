import { expect, it } from 'vitest';
import { parsePageRange } from './page-range.js';

it.each([
  ['3', [{ from: 3, to: 3 }]],
  [
    '1-3,5',
    [
      { from: 1, to: 3 },
      { from: 5, to: 5 },
    ],
  ],
  [
    '9,1-2',
    [
      { from: 1, to: 2 },
      { from: 9, to: 9 },
    ],
  ],
  ['1-4,2-3,5,4-6', [{ from: 1, to: 6 }]],
])('the range %s names its pages in ascending order, each once', (text, pages) => {
  expect(parsePageRange(text)).toEqual(pages);
});

it.each(['', '0', '3-1', '1-', '-1', '1,,2', '1;2', 'all', '1 - 2', '1.5', '12345678', `1${',1'.repeat(1_000)}`])(
  'the range %j is malformed',
  (text) => expect(parsePageRange(text)).toBeUndefined(),
);
