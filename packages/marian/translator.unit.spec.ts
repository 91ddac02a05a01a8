import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelFileError } from './files/byte-source.js';
import { modelFile, randomItems, randomNumbers, randomSentence, wordVocabulary } from './model-file.fixture.js';
import { sampleFile, sampleLines, tinyModel } from './network/translated.fixture.js';
import { maximumPieces, SentenceTooLongError, type TargetToken, Translator } from './translator.js';
import { version } from './version.js';

const lines = sampleLines('source.txt').slice(0, 40);

describe('a translator', () => {
  let one: Translator;
  let several: Translator;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marian-'));
    for (const name of ['model.bin', 'lex.bin', 'vocab.spm']) writeFileSync(join(folder, name), sampleFile(name));
    one = await Translator.load(tinyModel(true), { batch: 1 });
    several = await Translator.load(
      {
        model: join(folder, 'model.bin'),
        vocabularies: [join(folder, 'vocab.spm')],
        shortlist: join(folder, 'lex.bin'),
      },
      { threads: 3 },
    );
  });
  afterAll(async () => {
    await Promise.all([one.close(), several.close()]);
    rmSync(folder, { recursive: true });
  });

  it('answers the same from any thread and in any batch', async () => {
    const options = { alignment: true };
    const together = await Promise.all(lines.map((line) => several.translate(line, options)));
    const alone = [];
    for (const line of lines) alone.push(await one.translate(line, options));
    expect(together).toEqual(alone);
  });

  it('says where pieces and tokens stand', async () => {
    const text = 'Add to  Bookmarks';
    const { text: translated, source, tokens } = await one.translate(text);
    expect(translated).toBe('Zu Lesezeichen hinzufügen');
    expect(source.map(({ begin, end }) => text.slice(begin, end)).join('')).toBe(text);
    expect(source.at(-1)).toEqual({ piece: '</s>', begin: text.length, end: text.length });
    expect(tokens.map(({ begin, end }) => translated.slice(begin, end)).join('')).toBe(translated);
    expect(tokens.map((token) => token.text).join('')).toBe(translated);
  });

  it('tells tokens as they come, each once and in its order, and of those alone who asked', async () => {
    const told: TargetToken[] = [];
    const [asked] = await Promise.all([
      several.translate('Improved readability of screen contents', { onToken: (token) => told.push(token) }),
      several.translate('Navigator for Master Documents'),
    ]);
    expect(told).toEqual(asked?.tokens);
    expect(told.map(({ text }) => text).join('')).toBe(asked?.text);
  });

  it('tells each token with its row of the alignment', async () => {
    const rows: (Float32Array | undefined)[] = [];
    const onToken = (_: TargetToken, row?: Float32Array) => rows.push(row);
    const { alignment } = await several.translate('Insert a text box', { alignment: true, onToken });
    expect(rows).toEqual(alignment);
    expect(rows.length).toBeGreaterThan(1);
  });

  it('has as confidence the mean of the probabilities, the end included', async () => {
    const { tokens, confidence, limited } = await one.translate('Add to Bookmarks');
    expect(limited).toBe(false);
    const sum = tokens.reduce((total, { probability }) => total + probability, 0);
    const end = confidence * (tokens.length + 1) - sum;
    expect(end).toBeGreaterThan(0);
    expect(end).toBeLessThanOrEqual(1.000001);
  });

  it('says that a sentence reached its limit, and nothing of its end counts', async () => {
    const { tokens, confidence, limited } = await one.translate('Add to Bookmarks', { limit: { factor: 0, extra: 2 } });
    expect(tokens).toHaveLength(2);
    expect(limited).toBe(true);
    expect(confidence).toBeCloseTo(tokens.reduce((sum, { probability }) => sum + probability, 0) / 2, 6);
  });

  it('an empty text is an empty translation', async () => {
    for (const text of ['', '   ', '\u3000\n'])
      expect(await one.translate(text, { alignment: true })).toMatchObject({
        text: '',
        tokens: [],
        alignment: [],
        confidence: 1,
        limited: false,
      });
  });

  it('refuses a sentence of too many pieces and translates the others', async () => {
    await expect(one.translate('word '.repeat(2_000))).rejects.toThrow(/pieces; one of at most 511/);
    for (const text of ['word '.repeat(2_000), 'x'.repeat(10_000_000)])
      await expect(one.translate(text)).rejects.toThrow(SentenceTooLongError);
    expect((await one.translate('Add to Bookmarks')).text).toBe('Zu Lesezeichen hinzufügen');
  });

  it('refuses limits and sizes that are none', async () => {
    await expect(one.translate('a', { limit: { factor: Number.NaN, extra: 1 } })).rejects.toThrow(RangeError);
    await expect(Translator.load(tinyModel(true), { threads: 0 })).rejects.toThrow(/threads is a whole number/);
    await expect(Translator.load(tinyModel(true), { batch: 33 })).rejects.toThrow(/batch is a whole number/);
    await expect(Translator.load({ ...tinyModel(true), model: new Uint8Array(9) })).rejects.toThrow(ModelFileError);
  });

  it('a listener that throws ends its sentence with its error, and no other', async () => {
    const thrown = one.translate('Add to Bookmarks', {
      onToken: () => {
        throw new Error('enough');
      },
    });
    await expect(thrown).rejects.toThrow('enough');
    expect((await one.translate('Add to Bookmarks')).text).toBe('Zu Lesezeichen hinzufügen');
  });
});

describe('a translation that is cancelled', () => {
  // Random weights do not end a sentence, so each goes on to its limit of some thousand tokens.
  const shape = {
    width: 128,
    feedForward: 512,
    heads: 4,
    encoderLayers: 2,
    decoderLayers: 2,
    vocabularies: [200],
  } as const;
  const files = { model: modelFile(randomItems(shape)), vocabularies: [wordVocabulary(200)] } as const;
  const long = randomSentence(randomNumbers(1), maximumPieces, 200);
  let translator: Translator;
  beforeAll(async () => {
    translator = await Translator.load(files, { batch: 4 });
  });
  afterAll(() => translator.close());

  it('ends at its next token, and the thread is free then', async () => {
    const controller = new AbortController();
    let told = 0;
    const cancelled = translator.translate(long, {
      signal: controller.signal,
      onToken: () => {
        told += 1;
        if (told === 3) controller.abort(new Error('not wanted any more'));
      },
    });
    await expect(cancelled).rejects.toThrow('not wanted any more');
    expect((await translator.translate('w5 w6')).tokens).toHaveLength(19);
    expect(told).toBe(3);
  });

  it('leaves those beside it as they are', async () => {
    const alone = await translator.translate('w7 w8 w9');
    const controller = new AbortController();
    const cancelled = translator.translate('w3 w4 w5', {
      signal: controller.signal,
      onToken: () => controller.abort(),
    });
    const beside = translator.translate('w7 w8 w9');
    await expect(cancelled).rejects.toThrow(/aborted/);
    expect(await beside).toEqual(alone);
  });

  it('never begins where it waited, or was cancelled before', async () => {
    await expect(translator.translate('w3', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
    const controller = new AbortController();
    const running = translator.translate(long, { signal: controller.signal, onToken: () => controller.abort() });
    const waiting = new AbortController();
    const later = translator.translate('w3', { signal: waiting.signal });
    waiting.abort(new Error('while it waited'));
    await expect(later).rejects.toThrow('while it waited');
    await expect(running).rejects.toThrow();
  });

  it('is rejected when the translator is closed, as is what comes later', async () => {
    const other = await Translator.load(files);
    const running = expect(other.translate(long)).rejects.toThrow('The translator was closed');
    await other.close();
    await running;
    await expect(other.translate('w3')).rejects.toThrow('The translator was closed');
  });
});

it('the version is that of the package', () => {
  const { version: packed } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
  expect(version).toBe(packed);
});
