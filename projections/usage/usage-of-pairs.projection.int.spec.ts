import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TextFacts } from '#libs/domain/text-usage/text-usage.events.js';
import { EventLog, ReadModelFixture } from '../read-model.fixture.js';
import { UsageQueries } from './usage.queries.js';
import { usageOfPairs } from './usage-of-pairs.projection.js';

const organizationId = 'org_a';

describe('the usage of pairs of languages', () => {
  let fixture: ReadModelFixture;
  let queries: UsageQueries;
  const log = new EventLog();

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new UsageQueries(fixture.dataSource, { openMany: async () => [] });
  });
  beforeEach(() => fixture.empty('usage_of_pair'));
  afterAll(() => fixture.close());

  const on = (day: string) => ({ organizationId, occurredAt: `2026-11-${day}T10:00:00.000Z` });
  const facts = (sourceLanguage: string, targetLanguage: string): TextFacts => ({
    ...{ organizationId, keyId: 'key_1', sourceLanguage, targetLanguage, detectedLanguage: sourceLanguage },
    ...{ domain: 'general', wordCount: 2, characterCount: 10 },
  });
  const model = { model: 'm', confidence: 1, cached: false };
  const translated = (source: string, target: string, day = '21') =>
    log.event('TextTranslated', { ...facts(source, target), ...model, endpoint: 'translate' }, on(day));

  it('texts and streams count with their characters, in the period alone', async () => {
    const ended = { ...facts('en', 'es'), ...model, result: 'cancelled', code: null, countedCharacters: 0 } as const;
    await fixture.given(
      [usageOfPairs],
      [
        ...[translated('en', 'es'), translated('en', 'fr'), translated('en', 'es'), translated('en', 'es', '22')],
        log.event('TextStreamEnded', ended, on('21')),
      ],
    );
    expect(await queries.ofPairs(organizationId, '2026-11-21', '2026-11-22')).toEqual([
      { source_language: 'en', target_language: 'es', requests: 3, characters: 20 },
      { source_language: 'en', target_language: 'fr', requests: 1, characters: 10 },
    ]);
    expect(await queries.ofPairs('org_b', '2026-11-21', '2026-11-22')).toEqual([]);
  });
});
