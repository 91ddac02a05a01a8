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

const sentence = 'theshiplefttheharbourearlyinthemorningandcamebackatnight';

it.each([
  ['a sign more', [sentence, 'x', sentence], 'x', 112],
  ['a letter less', [sentence, sentence.slice(1)], '', 111],
  ['another letter', [sentence, 'x', sentence.slice(1)], '', 111],
  ['a sentence less', [sentence], '', 56],
])('%s makes nothing but itself wrong', async (_what, translated, added, changed) => {
  const counts = await compareLetters(pieces(sentence, sentence), pieces(...translated));
  expect(counts).toEqual({ source: 112, translated: translated.join('').length, changed });
  expect(translated.join('')).toContain(added);
});

it('letters far behind a difference are compared, and a text in another place is not taken for them', async () => {
  const numbered = (from: number) =>
    Array.from(
      { length: 3_000 },
      (_none, at) => `${sentence}${(from + at).toString(2).replace(/[01]/g, (digit) => 'ab'[Number(digit)] ?? '')}`,
    );
  const [wanted, strange] = [numbered(10_000), numbered(50_000)];
  const middle = Math.floor(wanted.length / 2);
  const lost = await compareLetters(pieces(...wanted), pieces(...wanted.toSpliced(middle, 1)));
  expect(lost.source - lost.changed).toBe(wanted[middle]?.length);
  expect(lost.source - lost.translated).toBe(wanted[middle]?.length);
  const { source, changed } = await compareLetters(
    pieces(...wanted),
    pieces(...strange.map((text) => text.toUpperCase())),
  );
  expect({ source, changed }).toEqual({ source, changed: 0 });
});
