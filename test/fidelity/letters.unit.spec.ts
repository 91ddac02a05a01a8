import { expect, it } from 'vitest';
import { compareLetters } from './letters.js';

async function* pieces(...texts: string[]): AsyncGenerator<string, void> {
  yield* texts;
}

it.each([
  [['ab', '', 'cd'], ['abc', 'd'], { source: 4, translated: 4, changed: 4 }],
  [['ab', 'cd'], ['cd', 'ab'], { source: 4, translated: 4, changed: 4 }],
  [['ab', 'cd'], ['ab', 'cx'], { source: 4, translated: 4, changed: 3 }],
  [['ab', 'cd'], ['cd', 'ax'], { source: 4, translated: 4, changed: 0 }],
  [['ab', 'cd'], ['ab'], { source: 4, translated: 2, changed: 2 }],
  [['ab'], ['ab', 'ab'], { source: 2, translated: 4, changed: 2 }],
])('of the letters %j, %j are read again: %j', async (wanted, translated, counts) =>
  expect(await compareLetters(pieces(...wanted), pieces(...translated))).toEqual(counts),
);
