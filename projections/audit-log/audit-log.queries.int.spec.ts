import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeCursor } from '#libs/read-side/read-models/page.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import type { AuditLogFilter } from './audit-log.filter.js';
import {
  AuditLogFixture,
  actionOf,
  addressOf,
  detections,
  type Kind,
  resourceIdOf,
  resourceOf,
  seconds,
  secondsIn,
} from './audit-log.fixture.js';
import { AuditLogQueries } from './audit-log.queries.js';

describe('audit log queries', () => {
  let fixture: AuditLogFixture;

  beforeAll(async () => {
    fixture = await AuditLogFixture.open();
  });
  afterAll(() => fixture.close());

  it('one filtered list of an organization is in the database at a time, and all are answered', async () => {
    const organizationId = await fixture.given(detections(3));
    let running = 0;
    let peak = 0;
    const counting = new Proxy(fixture.readModels.dataSource, {
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
    const lists = new AuditLogQueries(counting, fixture.subjectKeys);
    const found = await Promise.all(
      Array.from({ length: 12 }, () => lists.list(organizationId, { actions: ['detect'] }, { limit: 10, offset: 0 })),
    );
    expect(found.map(({ entries }) => entries.length)).toEqual(Array.from({ length: 12 }, () => 3));
    expect(peak).toBe(1);
  });

  it('the audit log of an organization that has done nothing is empty', async () => {
    expect(await fixture.queries.list('org_idle', {}, { limit: 100, offset: 0 })).toEqual({
      entries: [],
      pagination: { total: 0, limit: 100, offset: 0, has_more: false, next_cursor: null },
    });
    expect(await fixture.queries.beginOf('org_idle')).toBeUndefined();
  });

  it('the audit log of an organization begins with its first entry', async () => {
    const organizationId = await fixture.given(detections(3));
    const { entries } = await fixture.queries.list(organizationId, {}, { limit: 10, offset: 0 });
    expect(await fixture.queries.beginOf(organizationId)).toBe(entries.at(-1)?.timestamp);
  });

  it.each([
    [3, 0, [9, 8, 7], true],
    [3, 8, [1, 0], false],
    [4, 6, [3, 2, 1, 0], false],
    [3, 10, [], false],
    [3, 5_000, [], false],
  ])('a page of %i entries from offset %i is newest first', async (limit, offset, expected, hasMore) => {
    const organizationId = await fixture.given(detections(10));
    for (const filter of [{}, { actions: ['detect' as const, 'translate' as const] }]) {
      const { entries, pagination } = await fixture.queries.list(organizationId, filter, { limit, offset });
      expect(seconds(entries)).toEqual(expected);
      expect(pagination).toMatchObject({ total: 10, limit, offset, has_more: hasMore });
      expect(pagination).not.toHaveProperty('total_capped');
    }
  });

  it.each([[{}], [{ resource: 'text' as const }], [{ start: secondsIn(0) }]])(
    'the audit log is read completely by cursor while it grows (filter %o)',
    async (filter) => {
      const organizationId = await fixture.given(detections(10));
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const { entries, pagination } = await fixture.queries.list(organizationId, filter, {
          limit: 3,
          offset: 0,
          cursor,
        });
        seen.push(...seconds(entries));
        cursor = pagination.next_cursor ?? undefined;
        await fixture.given([{ kind: 'detect', user: 'ada', second: 100 }], organizationId);
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
    await expect(fixture.queries.list('org_idle', {}, { limit: 10, offset: 0, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('the start of a time range is inclusive and its end exclusive', async () => {
    const organizationId = await fixture.given(detections(6));
    const filter = { start: secondsIn(2), end: secondsIn(4) };
    const { entries, pagination } = await fixture.queries.list(organizationId, filter, { limit: 10, offset: 0 });
    expect(seconds(entries)).toEqual([3, 2]);
    expect(pagination.total).toBe(2);
  });

  it('the filter by a user that the organization does not have finds nothing', async () => {
    const organizationId = await fixture.given(detections(2));
    const { entries, pagination } = await fixture.queries.list(
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
          const organizationId = await fixture.given(entries);
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
            const found = await fixture.queries.list(organizationId, wanted, { limit, offset });
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

  it('filtered entries are counted up to 100,000 and marked when there are more; unfiltered ones to the end', async () => {
    const load = (organizationId: string, entries: number) =>
      loadAuditLog(fixture.readModels.pool, {
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

    expect((await fixture.queries.list('org_at_limit', everything, page)).pagination).toMatchObject({ total: 100_000 });
    expect((await fixture.queries.list('org_at_limit', everything, page)).pagination).not.toHaveProperty(
      'total_capped',
    );
    expect((await fixture.queries.list('org_over_limit', everything, page)).pagination).toMatchObject({
      total: 100_000,
      total_capped: true,
      has_more: true,
    });
    expect((await fixture.queries.list('org_over_limit', {}, page)).pagination).toMatchObject({ total: 100_001 });
    expect((await fixture.queries.list('org_over_limit', {}, page)).pagination).not.toHaveProperty('total_capped');
  });
});
