import { expect, it } from 'vitest';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { batchFact, type TranslatedItem } from './batch-fact.js';

const apertium = { id: 'apertium', host: null, region: null };

const item = (changes: Partial<TranslatedItem> = {}): TranslatedItem => ({
  text: 'The house.',
  source: 'en',
  detected: 'en',
  pair: { source: 'en', target: 'es' },
  wordCount: 2,
  characterCount: 10,
  model: 'apertium-eng-spa',
  provenance: { modelSha256: [], engines: [apertium], rulesVersion: '1' },
  confidence: 1,
  cached: false,
  ...changes,
});

const dataOf = (...items: TranslatedItem[]) => batchFact(accessOfKey(), 'es', items).data;

it('a batch is one fact of all texts, with their sums', () =>
  expect(dataOf(item({ cached: true }), item({ characterCount: 30, wordCount: 7, confidence: 0.6 }))).toEqual({
    organizationId: accessOfKey().organizationId,
    keyId: accessOfKey().keyId,
    endpoint: 'batch',
    sourceLanguage: 'en',
    targetLanguage: 'es',
    detectedLanguage: 'en',
    domain: 'general',
    wordCount: 9,
    characterCount: 40,
    model: 'apertium-eng-spa',
    confidence: 0.7,
    quality: 'balanced',
    preserveFormatting: true,
    modelSha256: [],
    engines: [apertium],
    rulesVersion: '1',
    cached: false,
  }));

it('a batch in several languages has the code of several languages', () =>
  expect(dataOf(item(), item({ source: 'fr', detected: 'fr', model: 'apertium-fra-spa' }))).toMatchObject({
    sourceLanguage: 'mul',
    detectedLanguage: 'mul',
    model: 'apertium-eng-spa, apertium-fra-spa',
  }));

it('a batch is cached when all of its texts were', () => expect(dataOf(item({ cached: true })).cached).toBe(true));

it('the fact of an empty batch counts nothing', () =>
  expect(dataOf()).toMatchObject({
    sourceLanguage: 'und',
    wordCount: 0,
    characterCount: 0,
    model: 'none',
    confidence: 1,
    cached: false,
  }));

it('a batch names the models and engines of all its texts, in the order of first use', () => {
  const marian = { id: 'marian', host: null, region: null };
  const made = (...modelSha256: string[]) => item({ provenance: { modelSha256, engines: [marian] } });
  const { modelSha256, engines } = dataOf(made('b'), item(), made('a', 'b'), item({ cached: true, provenance: {} }));
  expect(modelSha256).toEqual(['b', 'a']);
  expect(engines).toEqual([marian, apertium]);
  expect(dataOf()).toMatchObject({ modelSha256: [], engines: [] });
});
