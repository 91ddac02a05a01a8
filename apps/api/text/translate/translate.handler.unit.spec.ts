import { beforeEach, describe, expect, it } from 'vitest';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import { MemoryQuotas } from '#libs/ports/limits/memory/memory-quotas.js';
import { MemoryResponseCache } from '#libs/ports/limits/memory/memory-response-cache.js';
import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { recordedActs } from '#test/fakes/recorded-acts.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { CharacterQuota } from '../../access/limits/character-quota.js';
import { TextEngines } from '../translation/text-engines.js';
import { TranslateHandler } from './translate.handler.js';

const detector = createLanguageDetector();
const limits = {
  requestsPerMinute: 0,
  charactersPerDay: 20,
  concurrentRequests: 0,
  connections: 0,
  organizationFactor: 0,
};

let acts: Awaited<ReturnType<typeof recordedActs>>;
let inference: ShoutingEngine;

beforeEach(async () => {
  acts = await recordedActs();
  inference = new ShoutingEngine();
});

const handler = () => {
  const quota = new CharacterQuota({
    quotas: new MemoryQuotas(),
    limitsOf: () => limits,
    usedBefore: async () => acts.facts().reduce((sum, { data }) => sum + Number(data.characterCount), 0),
  });
  const engines = new TextEngines(inference, detector, new MemoryResponseCache(1024 * 1024));
  const glossaries = { forRequest: async () => undefined } as never;
  return new TranslateHandler(engines, acts.recorder, glossaries, quota);
};

const body = { text: 'Good morning.', source: 'en', target: 'es' };

describe('the translation of a text', () => {
  it('the result has the counts and the detected language, after its one fact is in the log', async () => {
    const response = await handler().handle(acts.request(), acts.access, body);
    expect(response).toEqual({
      data: {
        translation: 'GOOD MORNING.',
        source_language: 'en',
        target_language: 'es',
        detected_language: 'en',
        confidence: 1,
        domain: 'general',
        word_count: 2,
        character_count: 13,
      },
      model: 'shouting-en-es',
      modelSha256: [],
      cached: false,
    });
    expect(acts.facts()).toMatchObject([
      { type: 'TextTranslated', data: { endpoint: 'translate', characterCount: 13, cached: false } },
    ]);
  });

  it('the fact says how the text was to be translated, and of formality only what was asked for', async () => {
    await handler().handle(acts.request(), acts.access, body);
    const asked = { quality: 'fast', formality: 'formal', preserve_formatting: false } as const;
    await handler().handle({ ...acts.request(), id: 'req_2' }, acts.access, { ...body, ...asked });
    expect(acts.facts()).toMatchObject([
      { data: { quality: 'balanced', preserveFormatting: true } },
      { data: { quality: 'fast', formality: 'formal', preserveFormatting: false } },
    ]);
    expect(acts.facts()[0]?.data).not.toHaveProperty('formality');
  });

  it('the fact of a translation does not contain the text', async () => {
    await handler().handle(acts.request(), acts.access, body);
    expect(JSON.stringify(acts.facts()).toLowerCase()).not.toContain('morning');
  });

  it('a second translation comes from the cache, and is a fact of its own again', async () => {
    const same = handler();
    await same.handle(acts.request(), acts.access, { ...body, text: 'Good.' });
    const request = { ...acts.request(), id: 'req_2' };
    expect(await same.handle(request, acts.access, { ...body, text: 'Good.' })).toMatchObject({ cached: true });
    expect(inference.requests).toHaveLength(1);
    expect(acts.facts().map(({ data }) => data.cached)).toEqual([false, true]);
  });

  it('a text above the quota is refused, and reaches neither engine nor log', async () => {
    const same = handler();
    await same.handle(acts.request(), acts.access, body);
    const request = acts.request();
    const rejection = await rejectionOf(() => same.handle(request, acts.access, body));
    expect(rejection).toMatchObject({ code: 'insufficient_quota', details: { limit: 20, used: 13 } });
    expect(acts.facts()).toHaveLength(1);
    expect(request.caller.asked).toEqual({
      sourceLanguage: 'en',
      targetLanguage: 'es',
      domain: 'general',
      wordCount: 2,
      characterCount: 13,
    });
  });

  it('of a text that is refused before its language is known, what was asked for is known', async () => {
    const request = acts.request();
    await rejectionOf(() => handler().handle(request, acts.access, { text: 'x'.repeat(10_001), target: 'klingon' }));
    expect(request.caller.asked).toEqual({ domain: 'general', characterCount: 10_001 });
  });

  it('a translation costs nothing when the engine fails', async () => {
    inference = new ShoutingEngine({ instead: () => Promise.reject(new ModelUnavailableError('down')) });
    const same = handler();
    await expect(same.handle(acts.request(), acts.access, body)).rejects.toThrow(ModelUnavailableError);
    inference = new ShoutingEngine();
    expect(acts.facts()).toEqual([]);
    await expect(
      handler().handle(acts.request(), acts.access, { ...body, text: 'x'.repeat(20) }),
    ).resolves.toBeDefined();
  });

  it('a translation is not returned before its fact is durable', async () => {
    acts.eventStore.failAppend(new EventStoreUnavailableError('down'));
    const request = acts.request();
    await expect(handler().handle(request, acts.access, body)).rejects.toThrow(EventStoreUnavailableError);
    expect(request.caller.recorded).toBe(false);
  });

  it('a repeat is refused over the quota, unless its fact is in the log', async () => {
    const startedAt = new Date();
    const requestOf = (id: string, isTakenOver: boolean) => ({
      ...acts.request({ idempotent: { startedAt, isTakenOver } as never }),
      id,
    });
    const same = handler();
    acts.eventStore.failAppend(new EventStoreUnavailableError('down'));
    const first = same.handle(requestOf('req_1', false), acts.access, body);
    await expect(first).rejects.toThrow(EventStoreUnavailableError);
    await same.handle(requestOf('req_2', false), acts.access, body);
    const rejection = await rejectionOf(() => same.handle(requestOf('req_1', true), acts.access, body));
    expect(rejection).toMatchObject({ code: 'insufficient_quota', details: { limit: 20, used: 13 } });
    expect(await same.handle(requestOf('req_2', true), acts.access, body)).toMatchObject({ cached: true });
    expect(acts.facts()).toHaveLength(1);
  });

  it('a text that is too long and an unknown language are refused before any engine is used', async () => {
    const refusal = (changes: object) =>
      rejectionOf(() => handler().handle(acts.request(), acts.access, { ...body, ...changes }));
    expect(await refusal({ text: 'x'.repeat(10_001) })).toMatchObject({ code: 'text_too_long' });
    expect(await refusal({ target: 'xx' })).toMatchObject({ code: 'invalid_language' });
    expect(inference.requests).toEqual([]);
    expect(acts.facts()).toEqual([]);
  });
});
