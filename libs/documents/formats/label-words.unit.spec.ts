import { expect, it } from 'vitest';
import { hasLabelWords } from './label-words.js';

it.each(['Article ', ' days', '第章', 'No. ', 'x y'])('%j has words', (text) => {
  expect(hasLabelWords(text)).toBe(true);
});

it.each(['', '.', 'a)', '(x', ' h', 'o', '1.', '§ '])('%j is a sign', (text) => {
  expect(hasLabelWords(text)).toBe(false);
});
