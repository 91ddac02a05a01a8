import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alignedModel, sampleLines, tinyModel } from './network/translated.fixture.js';
import { type Translation, Translator } from './translator.js';

const lines = sampleLines('source.txt');
const human = sampleLines('human.txt');
/** For each line the pieces of the source that belong to each token. */
const links = sampleLines('aligned/alignment.txt').map((line) => {
  const sources = new Map<number, number[]>();
  for (const pair of line.split(' ')) {
    const [source = 0, target = 0] = pair.split('-').map(Number);
    sources.set(target, [...(sources.get(target) ?? []), source]);
  }
  return sources;
});

const alignedPiece = (row: Float32Array): number => row.indexOf(Math.max(...row));

/** The share of tokens whose most aligned piece is linked to them, of those with links in lines that are translated as people did. */
const shareOfLinks = (translations: readonly Translation[]): number => {
  const right = translations.flatMap(({ text, alignment = [] }, line) =>
    text === human[line]
      ? alignment.flatMap((row, token) => links[line]?.get(token)?.includes(alignedPiece(row)) ?? [])
      : [],
  );
  return right.filter((one) => one).length / right.length;
};

const translateAll = (translator: Translator): Promise<Translation[]> =>
  Promise.all(lines.map((line) => translator.translate(line, { alignment: true })));

describe('a model that was trained with alignments', () => {
  let aligned: Translator;
  let untrained: Translator;
  beforeAll(async () => {
    aligned = await Translator.load(alignedModel(true));
    untrained = await Translator.load(tinyModel(true));
  });
  afterAll(() => Promise.all([aligned.close(), untrained.close()]));

  it('has the alignment that it was trained with, where another has one of chance', async () => {
    const translations = await translateAll(aligned);
    expect(translations.filter(({ text }, line) => text === human[line]).length).toBeGreaterThanOrEqual(288);
    expect(shareOfLinks(translations)).toBeGreaterThan(0.98);
    expect(shareOfLinks(await translateAll(untrained))).toBeLessThan(0.35);
  });

  it.each([
    ['Save all changes and close dialog.', 'Save', 'speichern'],
    ['Save all changes and close dialog.', 'changes', 'Änderungen'],
    ['Save all changes and close dialog.', 'close', 'schließen'],
    ['Restrict Files to Display', 'Restrict', 'beschränken'],
    ['Add to Bookmarks', 'Add', 'hinzufügen'],
    ['Names of saved formats.', 'saved', 'gespeicherten'],
  ])('in "%s" the words that belong to "%s" are "%s"', async (line, word, translated) => {
    const { source, tokens, alignment = [] } = await aligned.translate(line, { alignment: true });
    const begin = line.indexOf(word);
    const written = tokens.filter((_, token) => {
      const piece = source[alignedPiece(alignment[token] ?? new Float32Array())];
      return piece !== undefined && piece.begin < begin + word.length && piece.end > begin;
    });
    expect(
      written
        .map(({ text }) => text)
        .join('')
        .trim(),
    ).toBe(translated);
  });
});
