import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryQuotas } from '#libs/ports/limits/memory/memory-quotas.js';
import { createLanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { recordedActs } from '#test/fakes/recorded-acts.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { CharacterQuota } from '../../access/limits/character-quota.js';
import { TextEngines } from '../translation/text-engines.js';
import { BatchHandler } from './batch.handler.js';

const limits = {
  requestsPerMinute: 0,
  charactersPerDay: 100,
  concurrentRequests: 0,
  connections: 0,
  organizationFactor: 0,
};
const detector = createLanguageDetector();

let acts: Awaited<ReturnType<typeof recordedActs>>;
let quotas: MemoryQuotas;
let handler: BatchHandler;

beforeEach(async () => {
  acts = await recordedActs();
  quotas = new MemoryQuotas();
  const quota = new CharacterQuota({ quotas, limitsOf: () => limits, usedBefore: async () => 0 });
  handler = new BatchHandler(new TextEngines(new ShoutingEngine(), detector, undefined), acts.recorder, quota);
});

const body = { texts: ['one house', 'two houses', 'one house'], source: 'en', target: 'es' };

describe('a batch', () => {
  it('the result of a batch is in the order of its texts, with the sums of all', async () => {
    const { data, modelSha256 } = await handler.handle(acts.request(), acts.access, body, false);
    expect(modelSha256).toEqual([]);
    expect(data).toEqual({
      translations: [
        { text: 'one house', translation: 'ONE HOUSE', source_language: 'en' },
        { text: 'two houses', translation: 'TWO HOUSES', source_language: 'en' },
        { text: 'one house', translation: 'ONE HOUSE', source_language: 'en' },
      ],
      total_word_count: 6,
      total_character_count: 28,
    });
  });

  it('a batch is one fact in the log', async () => {
    await handler.handle(acts.request(), acts.access, body, false);
    expect(acts.facts()).toMatchObject([{ type: 'TextTranslated', data: { endpoint: 'batch', characterCount: 28 } }]);
  });

  it('a batch fails as a whole at one bad text, which it names, and leaves no fact', async () => {
    const bad = { ...body, texts: ['one house', 'x'.repeat(10_001)] };
    const rejection = await rejectionOf(() => handler.handle(acts.request(), acts.access, bad, false));
    expect(rejection).toMatchObject({ code: 'text_too_long', message: expect.stringContaining('texts[1]') });
    expect(acts.facts()).toEqual([]);
  });

  it('a repeat of a batch is refused over the quota, and leaves no fact', async () => {
    await quotas.reserve(`${acts.access.organizationId}/${new Date().toISOString().slice(0, 10)}`, 90, 100);
    const request = acts.request({ idempotent: { startedAt: new Date(), isTakenOver: true } as never });
    const rejection = await rejectionOf(() => handler.handle(request, acts.access, body, false));
    expect(rejection).toMatchObject({ code: 'insufficient_quota' });
    expect(acts.facts()).toEqual([]);
  });

  it('the error of a bad text stands in its place when a partial result is enough', async () => {
    const bad = { ...body, texts: ['one house', 'x'.repeat(10_001)] };
    const { data } = await handler.handle(acts.request(), acts.access, bad, true);
    expect(data.translations).toMatchObject([
      { translation: 'ONE HOUSE' },
      { error: { code: 'text_too_long', status: 400 } },
    ]);
    expect(acts.facts()).toMatchObject([{ data: { characterCount: 9 } }]);
  });

  it('a batch above the quota is refused before anything is translated', async () => {
    const large = { ...body, texts: ['x'.repeat(101)] };
    const rejection = await rejectionOf(() => handler.handle(acts.request(), acts.access, large, false));
    expect(rejection.code).toBe('insufficient_quota');
    expect(acts.facts()).toEqual([]);
  });
});
