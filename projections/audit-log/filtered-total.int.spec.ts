import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import type { AuditLogFilter } from './audit-log.filter.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { blockSize, tallyFinishedBlocks } from './audit-log-tally.js';

const organizationId = 'org_a';
const start = '2026-01-01T00:00:00.000Z';
const secondsApart = 10;
const entries = 4 * blockSize;
const timeOf = (entry: number): string => new Date(Date.parse(start) + entry * secondsApart * 1_000).toISOString();

let fixture: ReadModelFixture;
beforeAll(async () => {
  fixture = await ReadModelFixture.open();
  for (const organization of ['org_before', organizationId])
    await loadAuditLog(fixture.pool, {
      organizationId: organization,
      entries,
      subjects: 3,
      sealedClient: '',
      start,
      secondsApart,
    });
  // Every seventh entry is 20 minutes late, so that no block is in the order of time.
  await fixture.pool.query(`
    alter table read_model.audit_log disable trigger refuse_change;
    update read_model.audit_log set lateness_ms = 1200000,
      address_subject = 'sub_' || number % 5,
      occurred_at = latest_at - case when number % 7 = 3 then interval '20 minutes' else interval '0' end;
    alter table read_model.audit_log enable always trigger refuse_change`);
  await fixture.pool.query(tallyFinishedBlocks('read_model.audit_log'), [null]);
  // The last block is as if it had been written since.
  await fixture.pool.query('delete from read_model.audit_log_tally where block = 3');
});
afterAll(() => fixture.close());

const counted = async (filter: AuditLogFilter): Promise<number> => {
  const queries = new AuditLogQueries(fixture.dataSource, {
    find: async (_, userId) => `sub_${userId}`,
    openMany: async (items) => items.map(() => ({})),
  });
  return (await queries.list(organizationId, filter, { limit: 1, offset: 0 })).pagination.total;
};

const scanned = async (filter: AuditLogFilter): Promise<number> => {
  const { actions, resource, result, resourceId, keyId, userId, ipAddress, start: from, end } = filter;
  const { rows } = await fixture.pool.query(
    `select count(*)::int as total from read_model.audit_log
      where organization_id = $1 and action = any(coalesce($2, array[action])) and resource = coalesce($3, resource)
        and subject = coalesce('sub_' || $4, subject) and occurred_at >= coalesce($5, occurred_at)
        and occurred_at < coalesce($6, timestamptz 'infinity') and result = coalesce($7, result)
        and resource_id = coalesce($8, resource_id) and api_key_id = coalesce($9, api_key_id)
        and address_subject = coalesce('sub_' || $10, address_subject)`,
    [organizationId, actions, resource, userId, from, end, result, resourceId, keyId, ipAddress],
  );
  return rows[0].total;
};

const criteria: AuditLogFilter[] = [
  {},
  { actions: ['translate'] },
  { resource: 'document' },
  { userId: '1' },
  { actions: ['document_upload'], resource: 'document' },
  { actions: ['translate'], resource: 'document' },
  { actions: ['detect'], userId: '2' },
  { resource: 'document', userId: '0' },
  { actions: ['translate'], resource: 'text', userId: '1' },
  { actions: ['user_login'] },
  { userId: 'nobody' },
  { actions: ['detect', 'document_upload'] },
  { actions: ['detect', 'translate', 'user_login'], userId: '2' },
  { actions: ['detect', 'document_upload'], resource: 'document', result: 'success' },
  { result: 'success' },
  { result: 'denied' },
  { resourceId: 'res_9000' },
  { keyId: 'key_1', userId: '0' },
  { actions: ['detect', 'translate'], keyId: 'key_1' },
  { actions: ['translate'], resource: 'text', result: 'success' },
  { ipAddress: '1' },
  { actions: ['detect'], ipAddress: '2' },
  { ipAddress: '0', result: 'success' },
  { keyId: 'key_2' },
];
const times: AuditLogFilter[] = [
  {},
  { start },
  { start: timeOf(blockSize) },
  { end: timeOf(2 * blockSize) },
  { start: timeOf(100), end: timeOf(3 * blockSize + 100) },
  { start: timeOf(blockSize + 5), end: timeOf(blockSize + 25) },
  { start: timeOf(blockSize - 3), end: timeOf(2 * blockSize + 3) },
  { start: timeOf(entries + 100) },
  { end: start },
];

it.each(criteria)('entries of %o are counted exactly in any time range', async (criterion) => {
  for (const time of times) {
    const filter = { ...criterion, ...time };
    expect([filter, await counted(filter)]).toEqual([filter, await scanned(filter)]);
  }
});

const tallied: AuditLogFilter[] = [{}, { userId: '1' }, { result: 'success' }, { keyId: 'key_1' }, { ipAddress: '1' }];

it.each(tallied)('entries of a finished block are not counted one by one for an action and %o', async (filter) => {
  const before = await counted({ actions: ['detect'], ...filter });
  await fixture.pool.query(
    `update read_model.audit_log_tally set entries = entries + 1
      where organization_id = $1 and block = 1 and action = 'detect'`,
    [organizationId],
  );
  expect(await counted({ actions: ['detect'], ...filter })).toBe(before + 1);
});
