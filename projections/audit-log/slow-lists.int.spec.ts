import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AuditLogFixture, detections } from './audit-log.fixture.js';
import { AuditLogExportQueries } from './audit-log-export.queries.js';

const filter = { actions: ['detect' as const] };
const page = { limit: 10, offset: 0 };
const gate = 11;
const slow = ['org_slow_1', 'org_slow_2', 'org_slow_3', 'org_slow_4'];

let fixture: AuditLogFixture;
let keeper: Client;

/** Every look at the action of an entry of theirs waits for the gate, as one at millions of entries takes long. */
const makeSlow = `
  create function read_model.behind_gate(value text) returns text language plpgsql stable as
    $$ begin perform pg_advisory_xact_lock_shared(${gate}); return value; end $$;
  alter table read_model.audit_log rename to kept_audit_log;
  do $$ begin execute (
    select 'create view read_model.audit_log as select ' || string_agg(
             case attname when 'action' then
               'case when organization_id like ''org_slow_%'' then read_model.behind_gate(action::text) else action::text end as action'
             else quote_ident(attname) end, ', ' order by attnum)
           || ' from read_model.kept_audit_log'
      from pg_attribute where attrelid = 'read_model.kept_audit_log'::regclass and attnum > 0 and not attisdropped
  ); end $$`;

const waiting = async (): Promise<number> => {
  const { rows } = await keeper.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`,
  );
  return rows[0]?.waiting ?? 0;
};

beforeAll(async () => {
  fixture = await AuditLogFixture.open();
  for (const organizationId of [...slow, 'org_other']) await fixture.given(detections(3), organizationId);
  await fixture.readModels.pool.query(makeSlow);
  keeper = new Client({ connectionString: fixture.readModels.url });
  await keeper.connect();
});
afterAll(async () => {
  await keeper.end();
  await fixture.close();
});
beforeEach(() => keeper.query(`select pg_advisory_lock(${gate})`));

const openGate = () => keeper.query(`select pg_advisory_unlock(${gate})`);
const lengths = (lists: { entries: unknown[] }[]) => lists.map(({ entries }) => entries.length);

it('a list is answered while another organization has as many slow ones under way as it likes', async () => {
  const { queries } = fixture;
  const lists = Promise.all(Array.from({ length: 8 }, () => queries.list('org_slow_1', filter, page)));
  await expect.poll(waiting).toBeGreaterThan(0);
  try {
    const others = Array.from({ length: 4 }, () => queries.list('org_other', filter, page));
    expect(lengths(await Promise.all(others))).toEqual([3, 3, 3, 3]);
    expect(await waiting()).toBe(1);
  } finally {
    await openGate();
  }
  expect(lengths(await lists)).toEqual(Array.from({ length: 8 }, () => 3));
});

it('whoever reads slowly, a connection is left to queries that are quick', async () => {
  const { queries, readModels, subjectKeys } = fixture;
  const exports = new AuditLogExportQueries(readModels.dataSource, subjectKeys);
  const exported = async (organizationId: string) => {
    const selection = await exports.select(organizationId, filter, { after: -1, size: 3 });
    const pages = selection === undefined ? [] : await Array.fromAsync(exports.records(selection));
    return { entries: pages.flat() };
  };
  const lists = Promise.all(slow.flatMap((id) => [queries.list(id, filter, page), exported(id)]));
  await expect.poll(waiting).toBe(3);
  try {
    expect((await queries.list('org_other', {}, page)).entries).toHaveLength(3);
  } finally {
    await openGate();
  }
  expect(lengths(await lists)).toEqual(slow.flatMap(() => [3, 3]));
});
