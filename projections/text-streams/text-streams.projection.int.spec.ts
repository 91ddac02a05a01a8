import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { textStreams } from './text-streams.projection.js';
import { TextStreamQueries } from './text-streams.queries.js';

const facts = {
  organizationId: 'org_a',
  keyId: 'key_1',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  detectedLanguage: 'en',
  domain: 'general',
  wordCount: 3,
  characterCount: 13,
};

describe('open text streams', () => {
  let fixture: ReadModelFixture;
  let queries: TextStreamQueries;
  const log = new EventLog();

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new TextStreamQueries(fixture.dataSource);
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('text_stream'));

  const began = (requestId: string, processId: string) =>
    log.event(
      'TextStreamBegan',
      { ...facts, processId },
      { requestId, stream: `text_usage-${requestId}`, revision: 4 },
    );
  const ended = (requestId: string) =>
    log.event(
      'TextStreamEnded',
      { ...facts, result: 'broken', code: null, countedCharacters: 0, model: null, confidence: null, cached: false },
      { requestId },
    );

  it('open text streams are those begun and not ended, oldest first, with their position in the log', async () => {
    await fixture.given(
      [textStreams],
      [began('req_1', 'p1'), began('req_2', 'p1'), began('req_3', 'p2'), ended('req_1')],
    );
    expect(await queries.processes()).toEqual(['p1', 'p2']);
    expect(await queries.openOf('p1', 10)).toMatchObject([
      { request_id: 'req_2', event_stream: 'text_usage-req_2', event_revision: 4 },
    ]);
    await fixture.given([textStreams], [began('req_4', 'p1'), ended('req_3')]);
    expect((await queries.openOf('p1', 10)).map(({ request_id }) => request_id)).toEqual(['req_2', 'req_4']);
    expect(await queries.openOf('p1', 1)).toHaveLength(1);
    expect(await queries.processes()).toEqual(['p1']);
  });

  it('a text stream that ended without having begun is not open', async () => {
    await fixture.given([textStreams], [ended('req_5')]);
    expect(await queries.processes()).toEqual([]);
  });
});
