import { describe, expect, it } from 'vitest';
import type { AuditLogQueries } from '#projections/audit-log/audit-log.queries.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { OwnWrites } from '../../access/own-writes.js';
import { AuditLogsController } from './audit-logs.controller.js';

const { organizationId } = accessOfKey();

const opened = (found?: object) => {
  const calls: unknown[][] = [];
  const called =
    (name: string, result: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return result;
    };
  const page = { entries: [], pagination: { total: 0 } };
  const queries = { list: called('list', page), one: called('one', found) };
  const ownWrites = { visibleIn: called('visibleIn', undefined) };
  const controller = new AuditLogsController(queries as unknown as AuditLogQueries, ownWrites as unknown as OwnWrites);
  return { controller, calls, page };
};

describe('GET /v1/compliance/audit-logs', () => {
  it('the list waits for own writes, and shows the own organization', async () => {
    const { controller, calls, page } = opened();
    const query = { action: 'detect', start: '2026-11-01', user_id: 'usr_1', limit: '10' } as const;
    expect(await controller.list(requestOf(), query)).toBe(page);
    expect(calls).toEqual([
      ['visibleIn', 'audit-log'],
      [
        'list',
        organizationId,
        { action: 'detect', resource: undefined, userId: 'usr_1', start: '2026-11-01T00:00:00.000Z', end: undefined },
        expect.objectContaining({ limit: 10 }),
      ],
    ]);
  });

  it('an end before the start is refused without a query', async () => {
    const { controller, calls } = opened();
    const query = { start: '2026-11-02', end: '2026-11-01' };
    const rejection = await rejectionOf(() => controller.list(requestOf(), query));
    expect(rejection).toMatchObject({ code: 'invalid_request', details: { end: ['must not be before start'] } });
    expect(calls).toEqual([]);
  });
});

describe('GET /v1/compliance/audit-logs/{id}', () => {
  it('the response is the entry without a proof', async () => {
    const { controller, calls } = opened({ record: { id: 'aud_1' } });
    expect(await controller.one(requestOf(), 'aud_1')).toEqual({ entry: { id: 'aud_1' }, proof: null });
    expect(calls.at(-1)).toEqual(['one', organizationId, 'aud_1']);
  });

  it('an entry that is missing or of another organization is not_found', async () => {
    const { controller } = opened(undefined);
    expect(await rejectionOf(() => controller.one(requestOf(), 'aud_2'))).toMatchObject({ code: 'not_found' });
  });
});
