import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventType } from '#libs/domain/domain-event.js';
import { upcast } from '#libs/domain/upcasting.js';
import { type EventContext, EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { usage } from '../usage/usage.projection.js';
import { UsageQueries } from '../usage/usage.queries.js';
import { usageOfPairs } from '../usage/usage-of-pairs.projection.js';
import { auditLog } from './audit-log.projection.js';
import { AuditLogSummaryQueries } from './audit-log-summary.queries.js';

const domain = join(import.meta.dirname, '../../libs/domain');
const samples = globSync('*/history/*.json', { cwd: domain })
  .sort()
  .map((file) => ({
    name: basename(file, '.json'),
    event: upcast(JSON.parse(readFileSync(join(domain, file), 'utf8'))),
  }));
type Sampled = (typeof samples)[number]['event'];

/** Acts that the entries tell otherwise than the events: the method of the usage report names them. */
const differing: readonly EventType[] = [
  'RefusalsCounted',
  'DocumentTranslationRequested',
  'DocumentTranslationCompleted',
  'DocumentTranslationFailed',
];

/** Acts that nobody but the operator does. */
const ofOperator: readonly EventType[] = [
  ...(['OrganizationTierChanged', 'OrganizationSuspended', 'OrganizationResumed', 'OwnerLinkMade'] as const),
  ...(['ModelInstalled', 'ModelRemoved'] as const),
];

const month = { start: '2026-11-01', end: '2026-12-01' };
const instants = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };

describe('usage in the entries of the audit log', () => {
  let fixture: ReadModelFixture;
  let entries: AuditLogSummaryQueries;
  let counted: UsageQueries;
  const log = new EventLog();
  let organizations = 0;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    entries = new AuditLogSummaryQueries(fixture.dataSource, { openMany: async (items) => items.map(() => null) });
    counted = new UsageQueries(fixture.dataSource, { openMany: async () => [] });
  });
  afterAll(() => fixture.close());

  const sampleOf = (type: EventType): Sampled => {
    const found = samples.find(({ event }) => event.type === type);
    if (found === undefined) throw new Error(`There is no sample of ${type}`);
    return found.event;
  };
  /** The counts of both for an organization that did this alone. */
  const both = async (acts: readonly { event: Sampled; context?: EventContext }[]) => {
    organizations += 1;
    const organizationId = `org_${organizations}`;
    const events = acts.map(({ event, context }) =>
      log.event(event.type, event.data, { organizationId, revision: 7, ...context }),
    );
    await fixture.given([auditLog, usage, usageOfPairs], events);
    const { rows } = await fixture.pool.query<{ size: number }>(
      'select count(*)::int as size from read_model.audit_log where organization_id = $1',
      [organizationId],
    );
    const { byUser, byLanguagePair, ...told } = await entries.usage({
      organizationId,
      ...instants,
      size: rows[0]?.size ?? 0,
    });
    const pairs = await counted.ofPairs(organizationId, month.start, month.end);
    const asked = await counted.ofPeriod(organizationId, month.start, month.end);
    const sumOf = (name: 'requests' | 'characters') => byUser.reduce((sum, row) => sum + row[name], 0);
    expect([sumOf('requests'), sumOf('characters')]).toEqual([told.requests, told.characters]);
    return {
      told,
      pairs: { told: byLanguagePair, asked: pairs },
      asked: {
        requests: asked.requests,
        characters: asked.characters,
        byDay: asked.by_day.map(({ date, ...counts }) => ({ day: date, ...counts })),
        byEndpoint: asked.by_endpoint,
        byKey: asked.by_key.map((row) => ({ key_name: null, ...row })),
      },
    };
  };

  const alike = samples.filter(({ event }) => ![...differing, ...ofOperator].includes(event.type));
  const actors: [string, EventContext][] = [
    ['a key', {}],
    ['a user', { actorType: 'user', keyId: null }],
  ];

  it.each(actors)('every act of %s counts in the log as it counts in usage', async (_actor, context) => {
    const seen = new Set<string>();
    for (const { name, event } of alike) {
      const { told, asked, pairs } = await both([{ event, context }]);
      expect(told, name).toEqual(asked);
      if (event.type !== 'TextStreamEnded') expect(pairs.told, name).toEqual(pairs.asked);
      if (told.requests > 0) seen.add(told.byEndpoint[0]?.endpoint ?? '');
    }
    expect([...seen].sort()).toEqual([
      ...['api_keys', 'auth', 'batch', 'compliance', 'detect', 'documents', 'glossaries', 'organization'],
      ...['stream', 'translate', 'webhooks'],
    ]);
  });

  it('what the operator does counts in neither', async () => {
    const context: EventContext = { actorType: 'operator', keyId: null };
    const either = ['ApiKeyCreated', 'UserInvited', 'OrganizationSettingsChanged', 'HoldPlaced'] as const;
    for (const type of [...ofOperator, ...either]) {
      const { told, asked } = await both([{ event: sampleOf(type), context }]);
      expect([told.requests, asked.requests], type).toEqual([0, 0]);
    }
  });

  it('an upload and its translation are one request, with the characters of the translation', async () => {
    const upload = { requestId: 'req_upload' };
    const { told, asked, pairs } = await both([
      { event: sampleOf('DocumentUploaded'), context: upload },
      { event: sampleOf('DocumentTranslationRequested'), context: { ...upload, revision: 1 } },
      { event: sampleOf('DocumentTranslationCompleted'), context: upload },
    ]);
    expect(told).toEqual(asked);
    expect(told.requests).toBe(1);
    expect(told.characters).toBeGreaterThan(0);
    expect(pairs.told).toMatchObject([{ requests: 1, characters: told.characters }]);
    expect(pairs.told).toEqual(pairs.asked);
  });

  it('a further translation counts when it has ended, and a failed one without characters', async () => {
    const further = { requestId: 'req_further' };
    const uploaded = { event: sampleOf('DocumentUploaded'), context: { requestId: 'req_upload' } };
    const requested = { event: sampleOf('DocumentTranslationRequested'), context: further };
    const before = await both([uploaded, requested]);
    expect([before.told.requests, before.asked.requests]).toEqual([1, 2]);
    const ended = { event: sampleOf('DocumentTranslationFailed'), context: further };
    const after = await both([uploaded, requested, ended]);
    expect(after.told).toEqual(after.asked);
    expect(after.told).toMatchObject({ requests: 2, characters: 0 });
  });

  it('refusals that were counted together are no requests of the log', async () => {
    const { told, asked } = await both([{ event: sampleOf('RefusalsCounted') }]);
    expect(told.requests).toBe(0);
    expect(asked.requests).toBeGreaterThan(0);
  });

  it.each([
    ['completed', 13, 13],
    ['cancelled', 13, 13],
    ['broken', 13, 13],
    ['failed', 0, 0],
  ] as const)('the characters of a stream that was %s', async (result, countedCharacters, expected) => {
    const ended = sampleOf('TextStreamEnded');
    const data = { ...ended.data, result, countedCharacters, characterCount: 13 };
    const { told, asked } = await both([{ event: { ...ended, data } as Sampled }]);
    expect(told).toEqual(asked);
    expect(told.characters).toBe(expected);
  });

  it('entries behind the size do not count', async () => {
    const { told } = await both([{ event: sampleOf('LanguageDetected') }, { event: sampleOf('LanguageDetected') }]);
    expect(told.requests).toBe(2);
    const one = await entries.usage({ organizationId: `org_${organizations}`, ...instants, size: 1 });
    expect(one.requests).toBe(1);
    expect(await entries.usage({ organizationId: 'org_none', ...instants, size: 0 })).toMatchObject({ byDay: [] });
  });
});
