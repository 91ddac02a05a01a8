import { expect, it } from 'vitest';
import { type DocumentFormat, defaultFormatOptions } from './format.port.js';
import { countText } from './text-count.js';

const file = { size: 0, read: async () => new Uint8Array() };
const extract: DocumentFormat['extract'] = async function* () {
  yield [{ role: 'body', parts: [{ kind: 'text', text: 'Two words' }] }];
  yield [{ role: 'body', parts: [{ kind: 'text', text: 'and three more' }] }];
  return { pageCount: 7 };
};

it('the count grows with the text that is read', async () => {
  const counts = await Array.fromAsync(countText({ extract }, file, defaultFormatOptions));
  expect(counts).toEqual([
    { words: 2, characters: 9, segments: 1, sample: 'Two words\n' },
    { words: 5, characters: 23, segments: 2, sample: 'Two words\nand three more\n' },
  ]);
});

it('a format that can tell its text without segments is not asked for these', async () => {
  const skim: DocumentFormat['skim'] = async function* () {
    yield { texts: ['𝒜 word', 'another'], pageCount: 194 };
    return {};
  };
  const unread: DocumentFormat['extract'] = async function* () {
    yield* [];
    throw new Error('It is laid out');
  };
  const counts = await Array.fromAsync(countText({ extract: unread, skim }, file, defaultFormatOptions));
  expect(counts).toMatchObject([{ words: 3, characters: 13, segments: 2, pageCount: 194 }]);
});

it('the sample is no longer than a language needs', async () => {
  const long: DocumentFormat['skim'] = async function* () {
    for (let batch = 0; batch < 9; batch += 1) yield { texts: ['x'.repeat(3_000)] };
    return {};
  };
  const counts = await Array.fromAsync(countText({ extract, skim: long }, file, defaultFormatOptions));
  expect(counts.at(-1)?.sample.length).toBeLessThan(8_100);
});
