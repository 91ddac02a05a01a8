import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { projectRoot } from '#test/project-root.js';
import { parseSegment, writeSegment } from '../triton/contract/sample-segments.js';
import { sampleModels } from './contract/sample-models.js';
import type { MarianModels, Stretch } from './marian-models.js';
import { RequestSentences } from './request-sentences.js';
import { translateSegment } from './segment-translation.js';

const linesOf = (name: string): string[] =>
  readFileSync(join(projectRoot, 'packages/marian/samples', name), 'utf8')
    .replace(/\n$/, '')
    .split('\n');

const wordsOf = (text: string): (Stretch & { text: string })[] =>
  [...text.matchAll(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu)].map(({ 0: word, index }) => ({
    text: word,
    begin: index,
    end: index + word.length,
  }));

/** Index of the word that each piece begins in, its space left out. */
const wordsOfPieces = (pieces: readonly Stretch[], text: string): number[] => {
  const words = wordsOf(text);
  return pieces.map(({ begin, end }) => {
    const space = text.slice(begin, end).search(/\S/u);
    return space === -1 ? -1 : words.findIndex((word) => word.begin <= begin + space && begin + space < word.end);
  });
};

let models: MarianModels;
beforeAll(async () => {
  models = await sampleModels();
});
afterAll(() => models.close());

const sentences = () => new RequestSentences(models, { model: '' });

it.each([
  ['<1>Add</1> to Bookmarks', 'Zu Lesezeichen <1>hinzufügen</1>'],
  ['Save all <1>changes</1> and close dialog.', 'Alle <1>Änderungen</1> speichern und Dialog schließen.'],
  ['<1>Save</1> all changes and <2>close</2> dialog.', 'Alle Änderungen <1>speichern</1> und Dialog <2>schließen</2>.'],
  ['<1>Restrict</1> Files to Display', 'Dateien auf die Anzeige <1>beschränken</1>'],
])('%s becomes %s', async (source, target) => {
  const { parts } = await translateSegment(parseSegment(source), sentences());
  expect(writeSegment(parts)).toBe(target);
});

it('a term stands where the word of the source went', async () => {
  const segment: Segment = [
    { kind: 'text', text: 'Save all ' },
    { kind: 'keep', text: 'Anpassungen', source: 'changes' },
    { kind: 'text', text: ' and close dialog.' },
  ];
  const { parts } = await translateSegment(segment, sentences());
  expect(plainText(parts)).toBe('Alle Anpassungen speichern und Dialog schließen.');
});

it('most bold words of the lines that it was trained on become the bold words that belong to them', async () => {
  const [sources, humans, links] = [linesOf('source.txt'), linesOf('human.txt'), linesOf('aligned/alignment.txt')];
  const one = sentences();
  let spans = 0;
  let right = 0;
  let whole = 0;
  for (const [at, source] of sources.entries()) {
    const { text, pieces, tokens } = await one.translate(source);
    if (text !== humans[at]) continue;
    const [ofPieces, ofTokens] = [wordsOfPieces(pieces.slice(0, -1), source), wordsOfPieces(tokens, text)];
    const linked = wordsOf(text).map(() => new Set<number>());
    for (const link of (links[at] ?? '').split(' ').filter(Boolean)) {
      const [piece = -1, token = -1] = link.split('-').map(Number);
      const [from = -1, to = -1] = [ofPieces[piece], ofTokens[token]];
      if (from !== -1) linked[to]?.add(from);
    }
    for (const [index, word] of wordsOf(source).entries()) {
      if (word.text.length < 4 || !linked.some((words) => words.has(index))) continue;
      const { parts } = await translateSegment(
        [
          { kind: 'text', text: source.slice(0, word.begin) },
          { kind: 'open', id: 1 },
          { kind: 'text', text: word.text },
          { kind: 'close', id: 1 },
          { kind: 'text', text: source.slice(word.end) },
        ],
        one,
      );
      expect(plainText(parts)).toBe(text);
      const begin = plainText(
        parts.slice(
          0,
          parts.findIndex(({ kind }) => kind === 'open'),
        ),
      ).length;
      const end = plainText(
        parts.slice(
          0,
          parts.findIndex(({ kind }) => kind === 'close'),
        ),
      ).length;
      const bold = wordsOf(text).map((target) => target.begin < end && begin < target.end);
      spans += 1;
      const isInside = bold.includes(true) && bold.every((is, to) => !is || linked[to]?.has(index));
      if (isInside) right += 1;
      if (isInside && bold.every((is, to) => is || !(linked[to]?.has(index) && linked[to].size === 1))) whole += 1;
    }
  }
  // A word at the same share of the line would be right in 56 of 100.
  expect(spans).toBeGreaterThan(900);
  expect(right / spans).toBeGreaterThan(0.74);
  expect(whole / spans).toBeGreaterThan(0.74);
});
