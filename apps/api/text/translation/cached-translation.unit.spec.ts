import { describe, expect, it } from 'vitest';
import { MemoryResponseCache } from '#libs/ports/limits/memory/memory-response-cache.js';
import { compileGlossaryAtOnce } from '#libs/text/glossary/glossary-matcher.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { cachedTranslation } from './cached-translation.js';
import type { TextToTranslate } from './text-translation.js';

const request: TextToTranslate = {
  organizationId: 'org_1',
  text: 'good morning',
  pair: { source: 'en', target: 'es' },
  domain: 'general',
  formality: undefined,
  quality: 'balanced',
  preserveFormatting: true,
};

const pairs = [
  { source: 'en', target: 'es' },
  { source: 'en', target: 'eu' },
  { source: 'fr', target: 'es' },
];

const fixture = (inference = new ShoutingEngine({ pairs }), bytes = 100_000) => {
  const engines = { inference, cache: new MemoryResponseCache(bytes) };
  const translate = (changes: Partial<TextToTranslate> = {}, organizationId = 'org_1') =>
    cachedTranslation(engines, { ...request, organizationId, ...changes });
  return { inference, translate };
};

describe('a text that was translated before', () => {
  it('a repeated text gets the same translation without the engine', async () => {
    const route = ['en', 'ca', 'es'];
    const { inference, translate } = fixture(new ShoutingEngine({ pairs, route, confidenceOf: () => 0.25 }));
    const first = await translate();
    expect(first).toEqual({
      translation: 'GOOD MORNING',
      confidence: 0.25,
      model: 'shouting-en-es',
      provenance: { modelSha256: [], engines: [{ id: 'shouting', host: null, region: null }] },
      route,
      cached: false,
    });
    const recalled = { ...first, provenance: { modelSha256: [], engines: [] }, cached: true };
    expect(await translate()).toEqual(recalled);
    expect(inference.requests).toHaveLength(1);
  });

  it.each<[string, Partial<TextToTranslate>]>([
    ['text', { text: 'good evening' }],
    ['source', { pair: { source: 'fr', target: 'es' } }],
    ['target', { pair: { source: 'en', target: 'eu' } }],
    ['domain', { domain: '12 law' }],
    ['formality', { formality: 'formal' }],
    ['quality', { quality: 'fast' }],
    ['formatting', { preserveFormatting: false }],
  ])('a text with another %s has another translation', async (_what, changes) => {
    const { translate } = fixture();
    await translate();
    expect((await translate(changes)).cached).toBe(false);
    expect((await translate()).cached).toBe(true);
  });

  it('a model that was replaced under its name never answers from what the one before it translated', async () => {
    let hashes = ['old'];
    const { translate } = fixture(new ShoutingEngine({ pairs, hashes: () => hashes }));
    await translate();
    hashes = ['new'];
    expect(await translate()).toMatchObject({ cached: false, provenance: { modelSha256: ['new'] } });
    hashes = ['old'];
    expect(await translate()).toMatchObject({ cached: true, provenance: { modelSha256: ['old'] } });
  });

  it('a translation during which its model was replaced is not kept', async () => {
    const answers = [['old'], ['new']];
    const { translate } = fixture(new ShoutingEngine({ pairs, hashes: () => answers.shift() ?? ['old'] }));
    await translate();
    expect(await translate()).toMatchObject({ cached: false });
  });

  describe('with a glossary', () => {
    const matcher = compileGlossaryAtOnce([{ source: 'good', target: 'buen' }], { source: 'en', target: 'es' });
    const glossary = { id: 'glo_1', version: 1, matcher };

    it('a repeated text with a glossary gets the terms that were found before', async () => {
      const { translate } = fixture();
      const first = await translate({ glossary });
      expect(first).toMatchObject({ cached: false, terms: [{ source: 'good', target: 'buen', count: 1 }] });
      expect(await translate({ glossary })).toMatchObject({
        translation: first.translation,
        terms: first.terms,
        cached: true,
      });
    });

    it.each([
      ['no glossary', undefined],
      ['another glossary', { ...glossary, id: 'glo_2' }],
      ['another version', { ...glossary, version: 2 }],
    ])('a text with %s has another translation', async (_what, other) => {
      const { translate } = fixture();
      await translate({ glossary });
      expect((await translate({ glossary: other })).cached).toBe(false);
    });
  });

  it('the translation of another organization is not used', async () => {
    const { translate } = fixture();
    await translate();
    expect((await translate({}, 'org_2')).cached).toBe(false);
  });

  it('a text for another model is translated again', async () => {
    const { inference, translate } = fixture();
    await translate();
    inference.modelName = () => 'another';
    expect((await translate()).cached).toBe(false);
  });

  it('a translation is dropped when there is no room in the cache', async () => {
    const { translate } = fixture(undefined, 100);
    await translate();
    expect((await translate()).cached).toBe(false);
  });
});

describe('what is never cached', () => {
  it('a failure is not cached', async () => {
    let fails = true;
    const instead = async () => {
      if (fails) throw new Error('down');
      return undefined;
    };
    const { translate } = fixture(new ShoutingEngine({ pairs, instead }));
    await expect(translate()).rejects.toThrow('down');
    fails = false;
    expect((await translate()).cached).toBe(false);
  });

  it('the translation of a stand-in model is not cached', async () => {
    const instead = async () => ({ segments: [{ parts: [], confidence: 1 }], model: 'stand-in' });
    const { translate } = fixture(new ShoutingEngine({ pairs, instead }));
    await translate();
    expect((await translate()).cached).toBe(false);
  });

  it.each<[string, Partial<TextToTranslate>]>([
    ['white space', { text: ' \n' }],
    ['a text in the target language', { pair: undefined }],
  ])('the translation of %s is not cached, since it is no work', async (_what, changes) => {
    const { translate } = fixture();
    await translate(changes);
    expect((await translate(changes)).cached).toBe(false);
  });

  it('nothing is cached without a cache', async () => {
    const inference = new ShoutingEngine({ pairs });
    const engines = { inference, cache: undefined };
    await cachedTranslation(engines, request);
    expect((await cachedTranslation(engines, request)).cached).toBe(false);
  });
});
