import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealClient } from '#libs/application/sealed-client.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { commitmentTo } from '#libs/ports/key-vault/subjects/commitment.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { encodeCursor } from '#libs/read-side/read-models/page.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import type { AuditLogFilter } from './audit-log.filter.js';
import { auditLog } from './audit-log.projection.js';
import { AuditLogQueries } from './audit-log.queries.js';

const day = '2026-11-21';
const secondsIn = (seconds: number) => new Date(Date.parse(`${day}T10:00:00.000Z`) + seconds * 1_000).toISOString();

type Kind = 'translate' | 'detect' | 'document_delete' | 'refused';
interface Entry {
  kind: Kind;
  user: string;
  second: number;
}

const resourceOf: Record<Kind, string> = {
  translate: 'text',
  detect: 'text',
  document_delete: 'document',
  refused: 'document',
};
const actionOf: Record<Kind, string> = {
  translate: 'translate',
  detect: 'detect',
  document_delete: 'document_delete',
  refused: 'document_upload',
};

/** The ids of texts are those of their requests, which no filter of a property names. */
const resourceIdOf: Partial<Record<Kind, string>> = { document_delete: 'doc_1', refused: 'req_1' };

/** Ada and strangers share an address. */
const addressOf = ({ user }: Pick<Entry, 'user'>): string => (user === 'bob' ? '192.0.2.1' : '192.0.2.0');

type SealedClient = Pick<EventMetadata, 'subject' | 'addressSubject' | 'sealedClient' | 'commitments'>;

const eventOf = (
  log: EventLog,
  organizationId: string,
  { kind, second }: Entry,
  client: SealedClient,
): RecordedEvent => {
  const circumstances = {
    organizationId,
    ...client,
    occurredAt: secondsIn(second),
  };
  const by = { organizationId, keyId: 'key_1' };
  switch (kind) {
    case 'translate':
      return log.event(
        'TextTranslated',
        {
          ...by,
          endpoint: 'translate',
          sourceLanguage: 'fi',
          targetLanguage: 'en',
          detectedLanguage: 'fi',
          domain: 'general',
          wordCount: 2,
          characterCount: 9,
          model: 'echo',
          confidence: 1,
          cached: false,
        },
        circumstances,
      );
    case 'detect':
      return log.event('LanguageDetected', { ...by, language: 'fi', confidence: 1, characterCount: 9 }, circumstances);
    case 'document_delete':
      return log.event(
        'DocumentDeleted',
        { documentId: 'doc_1', organizationId, blobIds: [], deletedAt: secondsIn(second) },
        circumstances,
      );
    case 'refused':
      return log.event(
        'RequestRefused',
        { ...by, action: 'document_upload', resource: 'document', resourceId: 'req_1', code: 'x', status: 403 },
        circumstances,
      );
  }
};

describe('audit log queries', () => {
  let fixture: ReadModelFixture;
  let queries: AuditLogQueries;
  let subjectKeys: SubjectKeys;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateSubjectKeys(fixture.pool);
    subjectKeys = await openPostgresSubjectKeys({ pool: fixture.pool, masterKey: randomBytes(32) });
    queries = new AuditLogQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());

  const log = new EventLog();
  let organizations = 0;
  const nextOrganization = () => {
    organizations += 1;
    return `org_${organizations}`;
  };
  /** Gives each test an organization of its own: the table cannot be emptied. */
  const given = async (entries: readonly Entry[], organizationId = nextOrganization()): Promise<string> => {
    const events: RecordedEvent[] = [];
    for (const entry of entries) {
      const subject = await subjectKeys.subjectFor(organizationId, entry.user);
      const client = { organizationId, subject, userId: entry.user, address: addressOf(entry), userAgent: 'curl' };
      events.push(eventOf(log, organizationId, entry, await sealClient(subjectKeys, client)));
    }
    await fixture.given([auditLog], events, 7);
    return organizationId;
  };
  const detections = (count: number): Entry[] =>
    Array.from({ length: count }, (_, second) => ({ kind: 'detect', user: 'ada', second }));
  const seconds = (entries: readonly { timestamp: string }[]) =>
    entries.map(({ timestamp }) => (Date.parse(timestamp) - Date.parse(secondsIn(0))) / 1_000);

  it('an audit entry has all fields of the specification', async () => {
    const organizationId = await given([{ kind: 'translate', user: 'ada', second: 5 }]);
    const { entries, pagination } = await queries.list(organizationId, {}, { limit: 100, offset: 0 });
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^aud_0{13}[0-9A-HJKMNP-TV-Z]{13}$/),
        timestamp: secondsIn(5),
        action: 'translate',
        resource: 'text',
        resource_id: expect.stringMatching(/^req_/),
        user_id: 'ada',
        key_id: 'key_1',
        key_name: null,
        ip_address: '192.0.2.0',
        user_agent: 'curl',
        request_id: expect.stringMatching(/^req_/),
        metadata: {
          source_language: 'fi',
          target_language: 'en',
          word_count: 2,
          character_count: 9,
          endpoint: 'translate',
          domain: 'general',
        },
        result: 'success',
        openings: [
          { field: 'user_id', value: 'ada', salt: expect.any(String) },
          { field: 'ip_address', value: '192.0.2.0', salt: expect.any(String) },
          { field: 'user_agent', value: 'curl', salt: expect.any(String) },
        ],
      },
    ]);
    expect(pagination).toEqual({ total: 1, limit: 100, offset: 0, has_more: false, next_cursor: null });
  });

  it('no more than two filtered lists of an organization are in the database at a time, and all are answered', async () => {
    const organizationId = await given(detections(3));
    let running = 0;
    let peak = 0;
    const counting = new Proxy(fixture.dataSource, {
      get: (target, name, receiver) => {
        if (name !== 'query') return Reflect.get(target, name, receiver);
        return async (text: string, values: unknown[]) => {
          const isPage = text.includes('page as materialized');
          if (isPage) running += 1;
          peak = Math.max(peak, running);
          return target.query(text, values).finally(() => {
            if (isPage) running -= 1;
          });
        };
      },
    });
    const lists = new AuditLogQueries(counting, subjectKeys);
    const found = await Promise.all(
      Array.from({ length: 12 }, () => lists.list(organizationId, { actions: ['detect'] }, { limit: 10, offset: 0 })),
    );
    expect(found.map(({ entries }) => entries.length)).toEqual(Array.from({ length: 12 }, () => 3));
    expect(peak).toBe(2);
  });

  it('the audit log of an organization that has done nothing is empty', async () => {
    expect(await queries.list('org_idle', {}, { limit: 100, offset: 0 })).toEqual({
      entries: [],
      pagination: { total: 0, limit: 100, offset: 0, has_more: false, next_cursor: null },
    });
  });

  it.each([
    [3, 0, [9, 8, 7], true],
    [3, 8, [1, 0], false],
    [4, 6, [3, 2, 1, 0], false],
    [3, 10, [], false],
    [3, 5_000, [], false],
  ])('a page of %i entries from offset %i is newest first', async (limit, offset, expected, hasMore) => {
    const organizationId = await given(detections(10));
    for (const filter of [{}, { actions: ['detect' as const, 'translate' as const] }]) {
      const { entries, pagination } = await queries.list(organizationId, filter, { limit, offset });
      expect(seconds(entries)).toEqual(expected);
      expect(pagination).toMatchObject({ total: 10, limit, offset, has_more: hasMore });
      expect(pagination).not.toHaveProperty('total_capped');
    }
  });

  it.each([[{}], [{ resource: 'text' as const }], [{ start: secondsIn(0) }]])(
    'the audit log is read completely by cursor while it grows (filter %o)',
    async (filter) => {
      const organizationId = await given(detections(10));
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const { entries, pagination } = await queries.list(organizationId, filter, { limit: 3, offset: 0, cursor });
        seen.push(...seconds(entries));
        cursor = pagination.next_cursor ?? undefined;
        await given([{ kind: 'detect', user: 'ada', second: 100 }], organizationId);
      } while (cursor !== undefined);
      expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    },
  );

  it.each([
    ['nothing', ''],
    ['no JSON', '!!!'],
    ['a cursor of another list', encodeCursor('api_keys', [3])],
    ['no number', encodeCursor('audit_log', ['3'])],
    ['a negative number', encodeCursor('audit_log', [-1])],
    ['a fraction', encodeCursor('audit_log', [1.5])],
    ['too large a number', encodeCursor('audit_log', [2 ** 53])],
    ['too long', encodeCursor('audit_log', [1, 2])],
  ])('the audit log refuses a cursor that is %s', async (_, cursor) => {
    await expect(queries.list('org_idle', {}, { limit: 10, offset: 0, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('the start of a time range is inclusive and its end exclusive', async () => {
    const organizationId = await given(detections(6));
    const filter = { start: secondsIn(2), end: secondsIn(4) };
    const { entries, pagination } = await queries.list(organizationId, filter, { limit: 10, offset: 0 });
    expect(seconds(entries)).toEqual([3, 2]);
    expect(pagination.total).toBe(2);
  });

  it('the filter by a user that the organization does not have finds nothing', async () => {
    const organizationId = await given(detections(2));
    const { entries, pagination } = await queries.list(
      organizationId,
      { userId: 'stranger' },
      { limit: 10, offset: 0 },
    );
    expect({ entries, total: pagination.total }).toEqual({ entries: [], total: 0 });
  });

  it('every combination of filters finds exactly what a scan of the log finds, however late entries are', async () => {
    const kinds: Kind[] = ['translate', 'detect', 'document_delete', 'refused'];
    const users = ['ada', 'bob', 'stranger'];
    const entry = fc.record({
      kind: fc.constantFrom(...kinds),
      user: fc.constantFrom('ada', 'bob'),
      second: fc.integer({ min: 0, max: 20 }),
    });
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const filter: fc.Arbitrary<AuditLogFilter> = fc.record({
      actions: optional(
        fc.array(fc.constantFrom('translate', 'detect', 'document_delete', 'document_upload'), { minLength: 1 }),
      ),
      result: optional(fc.constantFrom('success', 'denied', 'failure')),
      resourceId: optional(fc.constantFrom('doc_1', 'req_1', 'doc_2')),
      keyId: optional(fc.constantFrom('key_1', 'key_2')),
      ipAddress: optional(fc.constantFrom('192.0.2.0', '192.0.2.1', '192.0.2.9')),
      resource: optional(fc.constantFrom('text', 'document', 'report')),
      userId: optional(fc.constantFrom(...users)),
      start: optional(fc.integer({ min: -2, max: 22 }).map(secondsIn)),
      end: optional(fc.integer({ min: -2, max: 22 }).map(secondsIn)),
    });
    const page = fc.record({ limit: fc.integer({ min: 1, max: 8 }), offset: fc.integer({ min: 0, max: 12 }) });

    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 30 }),
        fc.array(fc.tuple(filter, page), { minLength: 10, maxLength: 10 }),
        async (entries, requests) => {
          const organizationId = await given(entries);
          for (const [wanted, { limit, offset }] of requests) {
            const matching = entries
              .filter(
                ({ kind, user, second }) =>
                  (wanted.actions === undefined || wanted.actions.some((action) => action === actionOf[kind])) &&
                  (wanted.result === undefined || wanted.result === (kind === 'refused' ? 'denied' : 'success')) &&
                  (wanted.resourceId === undefined || wanted.resourceId === resourceIdOf[kind]) &&
                  (wanted.keyId === undefined || wanted.keyId === 'key_1') &&
                  (wanted.ipAddress === undefined || wanted.ipAddress === addressOf({ user })) &&
                  (wanted.resource === undefined || resourceOf[kind] === wanted.resource) &&
                  (wanted.userId === undefined || user === wanted.userId) &&
                  (wanted.start === undefined || secondsIn(second) >= wanted.start) &&
                  (wanted.end === undefined || secondsIn(second) < wanted.end),
              )
              .reverse();
            const found = await queries.list(organizationId, wanted, { limit, offset });
            expect(found.entries.map(({ action, user_id, timestamp }) => [action, user_id, timestamp])).toEqual(
              matching
                .slice(offset, offset + limit)
                .map(({ kind, user, second }) => [actionOf[kind], user, secondsIn(second)]),
            );
            expect(found.pagination).toMatchObject({
              total: matching.length,
              has_more: matching.length > offset + limit,
            });
          }
        },
      ),
      { seed: 20261121, numRuns: 40 },
    );
  });

  describe('one entry', () => {
    it('an entry is found by its id, with its leaf', async () => {
      const organizationId = await given(detections(3));
      const { entries } = await queries.list(organizationId, {}, { limit: 10, offset: 0 });
      for (const record of entries) {
        const found = await queries.one(organizationId, record.id);
        expect(found?.record).toEqual(record);
        expect(found?.entry).toMatchObject({ id: record.id, organization_id: organizationId });
        expect(found?.leafHash).toHaveLength(32);
      }
    });

    it('an entry is not found for another organization, under a changed id, or under no id at all', async () => {
      const [organizationId, other] = [await given(detections(2)), await given(detections(2))];
      const [entry] = (await queries.list(organizationId, {}, { limit: 1, offset: 0 })).entries;
      const id = entry?.id ?? '';
      expect(await queries.one(organizationId, id)).toBeDefined();
      expect(await queries.one(other, id)).toBeUndefined();
      expect(await queries.one(organizationId, `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)).toBeUndefined();
      expect(await queries.one(organizationId, `aud_${'Z'.repeat(26)}`)).toBeUndefined();
      expect(await queries.one(organizationId, "aud_' or true")).toBeUndefined();
    });
  });

  it('an entry of an erased subject shows everything but the personal data', async () => {
    const organizationId = await given([
      { kind: 'detect', user: 'ada', second: 1 },
      { kind: 'detect', user: 'bob', second: 2 },
    ]);
    await eraseSubject(subjectKeys, organizationId, 'bob');
    const { entries } = await queries.list(organizationId, {}, { limit: 10, offset: 0 });
    const gone = { user_id: '[erased]', ip_address: '[erased]', user_agent: '[erased]' };
    expect(entries).toMatchObject([
      { ...gone, action: 'detect', timestamp: secondsIn(2) },
      { user_id: 'ada', ip_address: '192.0.2.0' },
    ]);
    expect(entries.map(({ openings }) => openings.length)).toEqual([0, 3]);
  });

  it('an entry of an erased address shows its user, and the filter by that address finds nothing', async () => {
    const organizationId = await given([{ kind: 'detect', user: 'ada', second: 1 }]);
    const filter = { ipAddress: '192.0.2.0' };
    const page = { limit: 10, offset: 0 };
    expect((await queries.list(organizationId, filter, page)).entries).toHaveLength(1);
    await eraseSubject(subjectKeys, organizationId, '192.0.2.0', 'ip_address');
    expect((await queries.list(organizationId, filter, page)).entries).toEqual([]);
    const { entries } = await queries.list(organizationId, {}, page);
    expect(entries).toMatchObject([{ user_id: 'ada', ip_address: '[erased]', user_agent: '[erased]' }]);
    expect(entries[0]?.openings.map(({ field }) => field)).toEqual(['user_id']);
  });

  it('each opening opens the commitment in the leaf of its entry', async () => {
    const organizationId = await given(detections(2));
    for (const { id, openings } of (await queries.list(organizationId, {}, { limit: 10, offset: 0 })).entries) {
      const { commitments } = (await queries.one(organizationId, id))?.entry ?? {};
      const made = openings.map(({ field, value, salt }) => [field, commitmentTo(value, Buffer.from(salt, 'base64'))]);
      expect(Object.fromEntries(made)).toEqual(commitments);
    }
  });

  it('entries of before there were commitments read as they did', async () => {
    const organizationId = nextOrganization();
    const subject = await subjectKeys.subjectFor(organizationId, 'ada');
    const older = { user_id: 'ada', ip_address: '192.0.2.9', user_agent: 'curl' };
    const sealedClient = await subjectKeys.seal(subject, older);
    const entry: Entry = { kind: 'detect', user: 'ada', second: 1 };
    await fixture.given([auditLog], [eventOf(log, organizationId, entry, { subject, sealedClient })]);
    const { entries } = await queries.list(organizationId, {}, { limit: 10, offset: 0 });
    expect(entries).toMatchObject([{ ...older, openings: [] }]);
  });

  it('an entry names the key that was used', async () => {
    const organizationId = await given(detections(1));
    await fixture.pool.query(
      `insert into read_model.api_key (id, organization_id, name, secret_hash, scopes, ip_allowlist, owner_subject, sealed_owner, created_at)
       values ('key_1', $1, 'build server', 'x', '[]', '[]', 'sub', 'sealed', now())`,
      [organizationId],
    );
    const page = { limit: 10, offset: 0 };
    for (const filter of [{}, { keyId: 'key_1' }])
      expect((await queries.list(organizationId, filter, page)).entries).toMatchObject([{ key_name: 'build server' }]);
    await fixture.pool.query('delete from read_model.api_key');
  });

  it('filtered entries are counted up to 100,000 and marked when there are more; unfiltered ones to the end', async () => {
    const load = (organizationId: string, entries: number) =>
      loadAuditLog(fixture.pool, {
        organizationId,
        entries,
        subjects: 1,
        sealedClient: '',
        start: secondsIn(0),
        secondsApart: 1,
      });
    await load('org_at_limit', 100_000);
    await load('org_over_limit', 100_001);
    const page = { limit: 1, offset: 0 };
    const everything = { start: secondsIn(0) };

    expect((await queries.list('org_at_limit', everything, page)).pagination).toMatchObject({ total: 100_000 });
    expect((await queries.list('org_at_limit', everything, page)).pagination).not.toHaveProperty('total_capped');
    expect((await queries.list('org_over_limit', everything, page)).pagination).toMatchObject({
      total: 100_000,
      total_capped: true,
      has_more: true,
    });
    expect((await queries.list('org_over_limit', {}, page)).pagination).toMatchObject({ total: 100_001 });
    expect((await queries.list('org_over_limit', {}, page)).pagination).not.toHaveProperty('total_capped');
  });
});
