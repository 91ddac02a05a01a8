import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditActions } from '#libs/domain/audit/audit-vocabulary.js';
import { type EventContext, EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { auditLog } from './audit-log.projection.js';
import { AuditLogSummaryQueries, type SummarizedEntries } from './audit-log-summary.queries.js';

const organizationId = 'org_a';
const november = { organizationId, start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };

describe('summary of the audit log', () => {
  let fixture: ReadModelFixture;
  let queries: AuditLogSummaryQueries;
  let log: EventLog;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new AuditLogSummaryQueries(fixture.dataSource, { openMany: async (items) => items.map(() => null) });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.pool.query(
      'alter table read_model.audit_log disable trigger refuse_truncate; truncate read_model.audit_log; alter table read_model.audit_log enable trigger refuse_truncate',
    );
    log = new EventLog();
  });

  const at = (day: string): EventContext => ({ occurredAt: `2026-${day}T23:30:00.000Z` });
  const translated = (sourceLanguage: string, targetLanguage: string, context: EventContext = {}) =>
    log.event(
      'TextTranslated',
      {
        organizationId,
        keyId: 'key_1',
        endpoint: 'translate',
        sourceLanguage,
        targetLanguage,
        detectedLanguage: sourceLanguage,
        domain: 'general',
        wordCount: 1,
        characterCount: 3,
        model: 'echo',
        confidence: 1,
        cached: false,
      },
      context,
    );
  const refused = (code: string, status: number, context: EventContext = {}) =>
    log.event(
      'RequestRefused',
      { organizationId, keyId: 'key_1', action: 'translate', resource: 'text', resourceId: 'req_1', code, status },
      context,
    );
  const given = async (...events: Parameters<ReadModelFixture['given']>[1]) => {
    await fixture.given([auditLog], events);
    return { ...november, size: events.length };
  };

  it('acts, failures and translations of the time are counted', async () => {
    const entries = await given(
      translated('fi', 'en', at('10-31')),
      translated('fi', 'en', at('11-01')),
      translated('fi', 'en', at('11-02')),
      translated('en', 'fi', { ...at('11-02'), actorType: 'user' }),
      refused('insufficient_scope', 403, { ...at('11-02'), actorType: 'operator' }),
      refused('rate_limit_exceeded', 429, at('11-03')),
      refused('rate_limit_exceeded', 429, at('11-30')),
      translated('fi', 'sv', at('12-01')),
    );
    expect(await queries.summary(entries)).toEqual({
      acts: expect.toSatisfy((acts: object[]) => {
        expect(acts).toHaveLength(3);
        expect(acts).toEqual(
          expect.arrayContaining([
            { action: 'translate', resource: 'text', result: 'success', count: 3 },
            { action: 'translate', resource: 'text', result: 'failure', count: 2 },
            { action: 'translate', resource: 'text', result: 'denied', count: 1 },
          ]),
        );
        return true;
      }),
      failuresByDay: [
        { day: '2026-11-02', result: 'denied', count: 1 },
        { day: '2026-11-03', result: 'failure', count: 1 },
        { day: '2026-11-30', result: 'failure', count: 1 },
      ],
      failuresByCode: [
        { code: 'rate_limit_exceeded', result: 'failure', count: 2 },
        { code: 'insufficient_scope', result: 'denied', count: 1 },
      ],
      actors: [
        { actor: 'api_key', count: 4 },
        { actor: 'operator', count: 1 },
        { actor: 'user', count: 1 },
      ],
      translations: [
        { source: 'fi', target: 'en', count: 2 },
        { source: 'en', target: 'fi', count: 1 },
      ],
    });
  });

  it('entries behind the size do not count, and those of another organization never do', async () => {
    const other = translated('fi', 'en', { ...at('11-02'), organizationId: 'org_b' });
    await given(translated('fi', 'en', at('11-02')), other, translated('fi', 'en', at('11-03')));
    const [act] = (await queries.summary({ ...november, size: 1 })).acts;
    expect(act?.count).toBe(1);
    expect(await queries.newestIds({ ...november, size: 1 }, {}, 10)).toHaveLength(1);
    expect(await queries.newestIds({ ...november, size: 2 }, {}, 10)).toHaveLength(2);
  });

  it('of a log without entries there is nothing, and one that lacks entries is refused', async () => {
    const nothing = { acts: [], failuresByDay: [], failuresByCode: [], actors: [], translations: [] };
    expect(await queries.summary({ ...november, size: 0 })).toEqual(nothing);
    await expect(queries.summary({ ...november, size: 1 })).rejects.toThrow(RangeError);
    await expect(queries.newestIds({ ...november, size: 1 }, {}, 10)).rejects.toThrow(RangeError);
  });

  it('ids of a filter are those of its newest entries, several actions together', async () => {
    const entries: SummarizedEntries = await given(
      translated('fi', 'en', at('11-01')),
      refused('insufficient_scope', 403, at('11-02')),
      log.event(
        'ApiKeyRevoked',
        { keyId: 'key_1', organizationId, revokedAt: '2026-11-02T00:00:00.000Z' },
        at('11-03'),
      ),
      translated('fi', 'en', at('12-02')),
    );
    const { rows } = await fixture.pool.query<{ id: string }>('select id from read_model.audit_log order by number');
    const [first, second, third] = rows.map(({ id }) => id);
    const newest = (filter: Parameters<typeof queries.newestIds>[1], limit = 10) =>
      queries.newestIds(entries, filter, limit);
    expect(await newest({})).toEqual([third, second, first]);
    expect(await newest({}, 2)).toEqual([third, second]);
    expect(await newest({ actions: ['translate', 'api_key_revoke'] })).toEqual([third, second, first]);
    expect(await newest({ actions: ['translate'], result: 'success' })).toEqual([first]);
    expect(await newest({ result: 'denied' })).toEqual([second]);
    expect(await newest({ resource: 'api_key' })).toEqual([third]);
    expect(await newest({ actions: auditActions }, 1)).toEqual([third]);
  });
});
