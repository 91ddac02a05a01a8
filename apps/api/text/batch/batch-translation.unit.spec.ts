import { describe, expect, it } from 'vitest';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { TranslationRequest } from '#libs/ports/inference/inference.port.js';
import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import type { BatchRequest } from './batch.dto.js';
import { prepareBatch, translateBatch } from './batch-translation.js';

const detector = createLanguageDetector();
const pairs = [
  { source: 'en', target: 'es' },
  { source: 'fr', target: 'es' },
];
const english = 'The house is big and the garden is green.';
const french = 'La maison est grande et le jardin est vert.';
const finnish = 'Talo on suuri ja puutarha on vihreä, sanoi äiti.';
const tooLong = 'x'.repeat(10_001);

const batch = async (
  changes: Partial<BatchRequest>,
  {
    partial = false,
    inference = new ShoutingEngine({ pairs }),
  }: { partial?: boolean; inference?: ShoutingEngine } = {},
) => {
  const engines = { inference, detector, cache: undefined };
  const body = { texts: [], target: 'es', ...changes };
  return translateBatch(engines, 'org_1', body, partial, await prepareBatch(engines, body, partial));
};

const textsOf = (request: TranslationRequest) => request.segments.map(plainText).join('\n');

describe('the texts of a batch', () => {
  it('translations are in the order of their texts, each from the language that it was detected in', async () => {
    const { translations, succeeded } = await batch({ texts: [french, english, french] });
    expect(translations).toEqual([
      { text: french, translation: french.toUpperCase(), source_language: 'fr' },
      { text: english, translation: english.toUpperCase(), source_language: 'en' },
      { text: french, translation: french.toUpperCase(), source_language: 'fr' },
    ]);
    expect(succeeded.map(({ wordCount, characterCount }) => [wordCount, characterCount])).toEqual([
      [9, 43],
      [9, 41],
      [9, 43],
    ]);
  });

  it('the named source applies to every text, whatever it looks like', async () => {
    const { translations } = await batch({ texts: [french, english], source: 'en' });
    expect(translations).toMatchObject([{ source_language: 'en' }, { source_language: 'en' }]);
  });

  it('a text that occurs several times is translated once', async () => {
    const inference = new ShoutingEngine({ pairs });
    await batch({ texts: ['a', 'b', 'a', 'a', 'b'], source: 'en' }, { inference });
    expect(inference.requests.map(textsOf)).toEqual(['a', 'b']);
  });

  it('an empty text has an empty translation, and a text without words is its own translation', async () => {
    const inference = new ShoutingEngine({ pairs });
    const { translations, succeeded } = await batch({ texts: ['', ' \n ', '42', ''] }, { inference });
    expect(translations).toEqual([
      { text: '', translation: '', source_language: 'es' },
      { text: ' \n ', translation: ' \n ', source_language: 'es' },
      { text: '42', translation: '42', source_language: 'es' },
      { text: '', translation: '', source_language: 'es' },
    ]);
    expect(succeeded).toHaveLength(2);
    expect(inference.requests).toEqual([]);
  });

  it('translations name the route when the engine had to pivot', async () => {
    const inference = new ShoutingEngine({ pairs, route: ['en', 'ca', 'es'] });
    expect((await batch({ texts: ['a'], source: 'en' }, { inference })).translations).toMatchObject([
      { route: ['en', 'ca', 'es'] },
    ]);
  });

  it.each([
    [undefined, 'several'],
    [true, 'several'],
    [false, 'one'],
  ])('texts with parallel %s are with the engine %s at a time', async (parallel, expected) => {
    let peak = 0;
    let now = 0;
    const inference = new ShoutingEngine({
      pairs,
      instead: async () => {
        now += 1;
        peak = Math.max(peak, now);
        await new Promise(setImmediate);
        now -= 1;
        return undefined;
      },
    });
    const texts = Array.from({ length: 100 }, (_, n) => `text ${n}`);
    const { translations } = await batch(
      { texts, source: 'en', ...(parallel === undefined ? {} : { parallel }) },
      { inference },
    );
    expect(translations.map(({ text }) => text)).toEqual(texts);
    expect(peak > 1 ? 'several' : 'one').toBe(expected);
  });

  it('long texts are with the engine only a few at a time', async () => {
    let peak = 0;
    let now = 0;
    const inference = new ShoutingEngine({
      pairs,
      instead: async ({ segments }) => {
        const length = segments.map(plainText).join('').length;
        now += length;
        peak = Math.max(peak, now);
        await new Promise(setImmediate);
        now -= length;
        return undefined;
      },
    });
    const texts = Array.from({ length: 100 }, (_, n) => `${n} `.padEnd(10_000, 'good day '));
    expect((await batch({ texts, source: 'en' }, { inference })).translations).toHaveLength(100);
    expect(peak).toBe(40_000);
  });
});

describe('a text that cannot be translated', () => {
  it.each([
    ['is too long', tooLong, 'text_too_long', { limit: 10_000, actual: 10_001 }],
    ['has a NUL', 'a\0b', 'invalid_request', {}],
    ['has a lone surrogate', 'a\ud800', 'invalid_request', {}],
    ['is in a language that the engine has not', finnish, 'invalid_language', {}],
  ])(
    'a text that %s fails the request before anything is translated, and is named',
    async (_what, text, code, more) => {
      const inference = new ShoutingEngine({ pairs });
      const rejection = await rejectionOf(() => batch({ texts: [english, '', text, tooLong] }, { inference }));
      expect(rejection).toMatchObject({ code, status: 400, details: { ...more, 'texts[2]': [expect.any(String)] } });
      expect(rejection.message).toMatch(/^texts\[2]: /);
      expect(inference.requests).toEqual([]);
    },
  );

  it('the error of a text stands in its place when a partial result is preferred', async () => {
    const { translations, succeeded } = await batch(
      { texts: [english, tooLong, finnish, 'a\0b', tooLong] },
      { partial: true },
    );
    const failure = (text: string, code: string) => ({
      text,
      error: { code, message: expect.any(String), status: 400 },
    });
    expect(translations).toEqual([
      { text: english, translation: english.toUpperCase(), source_language: 'en' },
      failure(tooLong, 'text_too_long'),
      failure(finnish, 'invalid_language'),
      failure('a\0b', 'invalid_request'),
      failure(tooLong, 'text_too_long'),
    ]);
    expect(succeeded).toHaveLength(1);
  });

  it.each([false, true])('a target without a pair fails the request, partial or not (%s)', async (partial) => {
    expect(await rejectionOf(() => batch({ texts: ['a'], target: 'xx' }, { partial }))).toMatchObject({
      details: { target: expect.any(Array) },
    });
    expect(await rejectionOf(() => batch({ texts: ['a'], source: 'es', target: 'en' }, { partial }))).toMatchObject({
      details: { target: expect.any(Array) },
    });
  });
});

describe('an engine that fails', () => {
  const failingAt = (failing: string, error: Error) =>
    new ShoutingEngine({
      pairs,
      instead: async (request) => {
        if (textsOf(request).startsWith(failing)) throw error;
        return undefined;
      },
    });

  it('a failure of the engine fails the request, and the engine gets no further texts', async () => {
    const inference = failingAt('b', new ModelUnavailableError('down'));
    const request = batch({ texts: ['a', 'b', 'c'], source: 'en', parallel: false }, { inference });
    await expect(request).rejects.toThrow(new ModelUnavailableError('down'));
    expect(inference.requests.map(textsOf)).toEqual(['a', 'b']);
    expect(inference.requests[0]?.signal?.aborted).toBe(true);
  });

  it('a failure at one text leaves the others when a partial result is preferred', async () => {
    const inference = failingAt('b', new ModelUnavailableError('down'));
    const { translations } = await batch({ texts: ['a', 'b', 'c'], source: 'en' }, { inference, partial: true });
    expect(translations).toEqual([
      { text: 'a', translation: 'A', source_language: 'en' },
      { text: 'b', error: { code: 'model_unavailable', message: expect.not.stringContaining('down'), status: 503 } },
      { text: 'c', translation: 'C', source_language: 'en' },
    ]);
  });

  it('a failure at every text fails the request, partial or not', async () => {
    const inference = failingAt('', new ModelUnavailableError('down'));
    const request = batch({ texts: ['a', 'b', tooLong], source: 'en' }, { inference, partial: true });
    await expect(request).rejects.toThrow(new ModelUnavailableError('down'));
  });

  it('an unforeseen failure fails the request, partial or not', async () => {
    const inference = failingAt('b', new TypeError('a bug'));
    await expect(batch({ texts: ['a', 'b'], source: 'en' }, { inference, partial: true })).rejects.toThrow('a bug');
  });
});
