import { describe, expect, it } from 'vitest';
import type { ReadModelCompleteness } from '#libs/read-side/projection/progress/completeness.js';
import type { RunnableProjection } from '#libs/read-side/projection/runner/runnable-projection.js';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { OwnWrites } from '../../access/own-writes.js';
import { withMeta } from '../../http/envelope.js';
import { validated } from '../../http/validation.js';
import { AuditLogsController } from './audit-logs.controller.js';
import { type AuditLogList, AuditLogQuery } from './audit-logs.dto.js';
import type { EntryProofs } from './proofs/entry-proofs.js';

const { organizationId } = accessOfKey();
const asOf = { number: 7, timestamp: '2026-11-21T10:00:00.000Z' };

const opened = (found?: object, proof?: object) => {
  const calls: unknown[][] = [];
  const called =
    (name: string, result: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return result;
    };
  const page = { entries: [{ user_id: 'usr_1', metadata: {} }], pagination: { total: 0 } };
  const queries = { list: called('list', page), one: called('one', found), asOf: called('asOf', asOf) };
  const ownWrites = { findUnchanging: (_: string, find: () => unknown) => find() };
  const completeness = {
    isLagging: async ({ name }: RunnableProjection, lane: string) => called('completeness', true)(name, lane),
  };
  const controller = new AuditLogsController(
    queries as unknown as AuditLogQueries,
    ownWrites as unknown as OwnWrites,
    completeness as unknown as ReadModelCompleteness,
    { of: async () => proof } as unknown as EntryProofs,
    {
      named: async (_organization, ids) => Object.fromEntries([...ids].map((id) => [id, { name: `Name of ${id}` }])),
      idOf: async (_organization, named) => (named.includes('@') ? 'usr_of_address' : named),
    },
    { personsOf: async () => new Map() },
  );
  return { controller, calls, page };
};

describe('GET /v1/compliance/audit-logs', () => {
  it('the list waits for own writes, shows the own organization, and says how far it is complete', async () => {
    const { controller, calls, page } = opened();
    const query = {
      action: 'detect,translate',
      start: '2026-11-01',
      user_id: 'usr_1',
      key_id: 'key_1',
      ip_address: '2001:DB8:0::1',
      resource_id: 'doc_1',
      result: 'denied',
      request_id: 'req_1',
      limit: '10',
    } as const;
    expect(await controller.list(requestOf(), query)).toEqual(
      withMeta({ ...page, people: { usr_1: { name: 'Name of usr_1' } } } as unknown as AuditLogList, {
        as_of: asOf,
        lagging: true,
      }),
    );
    expect(calls).toEqual([
      ['completeness', 'audit-log', organizationId],
      ['asOf', organizationId],
      [
        'list',
        organizationId,
        {
          actions: ['detect', 'translate'],
          resource: undefined,
          resourceId: 'doc_1',
          result: 'denied',
          requestId: 'req_1',
          keyId: 'key_1',
          userId: 'usr_1',
          ipAddress: '2001:db8::1',
          start: '2026-11-01T00:00:00.000Z',
          end: undefined,
        },
        expect.objectContaining({ limit: 10 }),
      ],
    ]);
  });

  it('a user is named by an e-mail address too', async () => {
    const { controller, calls } = opened();
    await controller.list(requestOf(), { user_id: 'ada@example.com' });
    expect(calls.at(-1)?.[2]).toMatchObject({ userId: 'usr_of_address' });
  });

  it('an end before the start is refused without a query', async () => {
    const { controller, calls } = opened();
    const query = { start: '2026-11-02', end: '2026-11-01' };
    const rejection = await rejectionOf(() => controller.list(requestOf(), query));
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { end: ['must not be before start'] } });
    expect(calls).toEqual([]);
  });
});

describe('the query of the audit log', () => {
  it.each([
    ['a parameter that nobody knows', { resourceid: 'doc_1' }, 'resourceid'],
    ['an action that nobody knows among several', { action: 'detect,detekt' }, 'action'],
    ['an empty action', { action: '' }, 'action'],
    ['the same parameter twice', { result: ['success', 'failure'] }, 'result'],
    ['a result that nobody knows', { result: 'refused' }, 'result'],
    ['no address', { ip_address: '010.0.0.1' }, 'ip_address'],
    ['an id with NUL, which no database compares', { resource_id: 'doc_\0' }, 'resource_id'],
  ])('%s is refused by its name', async (_, query, name) => {
    const rejection = await rejectionOf(async () => validated(AuditLogQuery, query));
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { [name]: expect.anything() } });
  });

  it('every parameter of pages and filters is known', () => {
    const query = { limit: '1', offset: '0', cursor: 'x', start: '2026-11-01', action: 'detect,translate' };
    expect(validated(AuditLogQuery, query)).toEqual(query);
  });
});

describe('GET /v1/compliance/audit-logs/{id}', () => {
  it('the response is the entry, and its proof without the leaf once it is signed', async () => {
    const record = { id: 'aud_1', user_id: 'usr_1', metadata: {} };
    const people = { usr_1: { name: 'Name of usr_1' } };
    const { controller, calls } = opened({ record }, { leaf: 'e30=', tree_size: 7 });
    expect(await controller.one(requestOf(), 'aud_1')).toEqual({ entry: record, proof: { tree_size: 7 }, people });
    const earlier = opened({ record });
    expect(await earlier.controller.one(requestOf(), 'aud_1')).toEqual({ entry: record, proof: null, people });
    expect(calls.at(-1)).toEqual(['one', organizationId, 'aud_1']);
  });

  it('an entry that is missing or of another organization is not_found', async () => {
    const { controller } = opened(undefined);
    expect(await rejectionOf(() => controller.one(requestOf(), 'aud_2'))).toMatchObject({ code: 'not_found' });
  });
});
