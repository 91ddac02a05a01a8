import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { madeByNone } from '#libs/ports/inference/provenance-of.js';
import { compileGlossaryAtOnce } from '#libs/text/glossary/glossary-matcher.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { type TextToTranslate, translateText } from './text-translation.js';

const pair = { source: 'en', target: 'es' };

const translate = async (text: string, changes: Partial<TextToTranslate> = {}, engine = new ShoutingEngine()) => {
  const request: TextToTranslate = {
    organizationId: 'org_1',
    text,
    pair,
    domain: 'general',
    formality: undefined,
    quality: 'balanced',
    preserveFormatting: true,
    ...changes,
  };
  return translateText(engine, request);
};

const translation = async (text: string, changes?: Partial<TextToTranslate>) =>
  (await translate(text, changes)).translation;

describe('formatting', () => {
  it.each([
    ['\n', 'one\ntwo', 'ONE\nTWO'],
    ['\r\n', 'one\r\ntwo', 'ONE\r\nTWO'],
    ['\r', 'one\rtwo', 'ONE\rTWO'],
    ['LINE SEPARATOR', 'one\u2028two', 'ONE\u2028TWO'],
    ['PARAGRAPH SEPARATOR', 'one\u2029two', 'ONE\u2029TWO'],
    ['breaks of several kinds', 'a\r\nb\nc\rd\u2028e', 'A\r\nB\nC\rD\u2028E'],
    ['blank lines', 'a\n\n\r\n \t\nb', 'A\n\n\r\n \t\nB'],
    ['breaks at either end', '\n\na\n', '\n\nA\n'],
    ['white space at either end', '  a b\t', '  A B\t'],
    ['runs of spaces', 'a   b', 'A   B'],
    ['a non-breaking space', 'a\u00a0b', 'A\u00a0B'],
    ['bullets', '• one\n- two\n3. three', '• ONE\n- TWO\n3. THREE'],
  ])('the formatting of %s is kept', async (_what, text, expected) => expect(await translation(text)).toBe(expected));

  it('the formatting of spans that are not translated is kept', async () =>
    expect(await translation('see https://example.com/Path?q=a or mail me@example.com, {name}')).toBe(
      'SEE https://example.com/Path?q=a OR MAIL me@example.com, {name}',
    ));

  it('white space becomes single spaces when formatting is not to be kept', async () =>
    expect(await translation('  one\n\n two\t three \u2028', { preserveFormatting: false })).toBe('ONE TWO THREE'));

  it('the formatting of every text is kept, so that only letters change', async () => {
    // Words of two letters: `a.` at the start is the label of a list.
    const texts = fc.string({
      unit: fc.constantFrom('ab', 'ba', ' ', '\n', '\r', '\t', '\u2028', '\u00a0', '.'),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await translation(text)).toBe(text.toUpperCase());
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});

describe('a glossary', () => {
  const entries = [
    { source: 'house', target: 'casa' },
    { source: 'big house', target: 'caserón' },
  ];
  const glossary = { id: 'glo_1', version: 1, matcher: compileGlossaryAtOnce(entries, pair) };

  it('the terms of a glossary stand in every line, and are counted', async () => {
    const text = 'the house\nBig house of https://house.example, {house}\nno term, house';
    expect(await translate(text, { glossary })).toMatchObject({
      translation: 'THE casa\nCaserón OF https://house.example, {house}\nNO TERM, casa',
      terms: [
        { source: 'house', target: 'casa', count: 2 },
        { source: 'big house', target: 'caserón', count: 1 },
      ],
    });
  });

  it.each([
    ['none of its terms', 'one', {}],
    ['a text in the target language already', 'house', { pair: undefined }],
    ['white space', ' ', {}],
  ])('a glossary counts nothing in %s', async (_what, text, changes) => {
    expect(await translate(text, { glossary, ...changes })).not.toHaveProperty('terms');
  });
});

describe('the engine', () => {
  it('the engine gets each line that has text, all in one call, before any document', async () => {
    const engine = new ShoutingEngine();
    await translate('one\n\n  \ntwo', { domain: '12 law', formality: 'formal', quality: 'fast' }, engine);
    expect(engine.requests).toEqual([
      {
        source: 'en',
        target: 'es',
        segments: [[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two' }]],
        domain: '12 law',
        formality: 'formal',
        quality: 'fast',
        priority: 'interactive',
        organizationId: 'org_1',
      },
    ]);
  });

  it('a call of the engine can be aborted', async () => {
    const engine = new ShoutingEngine();
    const { signal } = new AbortController();
    await translate('one', { signal }, engine);
    expect(engine.requests[0]?.signal).toBe(signal);
  });

  it.each(['', ' ', '\n', ' \t\r\n\u2028\u00a0'])(
    'a text of white space comes back as it is, without the engine: %j',
    async (text) => {
      const engine = new ShoutingEngine();
      for (const preserveFormatting of [true, false]) {
        expect(await translate(text, { preserveFormatting }, engine)).toEqual({
          translation: text,
          confidence: 1,
          model: 'shouting-en-es',
          provenance: madeByNone,
        });
      }
      expect(engine.requests).toEqual([]);
    },
  );

  it('a text in the target language comes back as it is, without the engine', async () => {
    const engine = new ShoutingEngine();
    for (const preserveFormatting of [true, false]) {
      expect(await translate(' a\n b ', { pair: undefined, preserveFormatting }, engine)).toEqual({
        translation: ' a\n b ',
        confidence: 1,
        model: 'none',
        provenance: madeByNone,
      });
    }
    expect(engine.requests).toEqual([]);
  });

  it('an engine that returns fewer segments than it got is at fault, and nothing is returned', async () => {
    const engine = new ShoutingEngine({
      instead: async () => ({ segments: [{ parts: [{ kind: 'text', text: 'UNO' }], confidence: 1 }], model: 'm' }),
    });
    await expect(translate('one\ntwo', {}, engine)).rejects.toThrow('fewer segments');
  });

  it('the error of an engine that is down is passed on', async () => {
    const engine = new ShoutingEngine({
      instead: async () => {
        throw new ModelUnavailableError('No model.');
      },
    });
    await expect(translate('one', {}, engine)).rejects.toThrow(ModelUnavailableError);
  });

  it('the result names model and engine, and the route when the engine had to pivot', async () => {
    expect(await translate('one')).toEqual({
      translation: 'ONE',
      confidence: 1,
      model: 'shouting-en-es',
      provenance: { modelSha256: [], engines: [{ id: 'shouting', host: null, region: null }] },
    });
    const pivoting = new ShoutingEngine({ route: ['en', 'fr', 'es'] });
    expect((await translate('one', {}, pivoting)).route).toEqual(['en', 'fr', 'es']);
  });
});

describe('the confidence', () => {
  it('the confidence of the whole is the mean of the lines, weighted by their length', async () => {
    const engine = new ShoutingEngine({ confidenceOf: (text) => (text === 'x' ? 0 : 1) });
    expect((await translate('x\naaa', {}, engine)).confidence).toBeCloseTo(0.75, 10);
    expect((await translate('x\n\n\nx', {}, engine)).confidence).toBe(0);
  });

  it('the confidence is not raised by blank lines', async () => {
    const engine = new ShoutingEngine({ confidenceOf: () => 0.5 });
    expect((await translate(`x\n${' '.repeat(1_000)}\n\n`, {}, engine)).confidence).toBe(0.5);
  });
});
