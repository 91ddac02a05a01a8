import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { appendToEnd } from '../contract/append-to-end.js';
import { CuttingProxy } from '../contract/cutting-proxy.js';
import { eventNumbered } from '../contract/numbered-events.js';
import { collect, labels, readWhole } from '../contract/reading.js';
import type { EventStore } from '../event-store.port.js';
import { START } from '../position.js';
import { writersLock } from './append-function.js';
import { migrateEventStore } from './migrate-event-store.js';
import { connectPostgresEventStore } from './postgres-event-store.js';
import { guardsOff } from './unguarded-log.fixture.js';

/** Faults that only PostgreSQL can cause. */
let database: TestDatabase;
let administrator: Client;
let locker: Client;
let store: EventStore;

beforeEach(async () => {
  database = await createTestDatabase();
  await migrateEventStore(database.url);
  administrator = new Client({ connectionString: database.url });
  await administrator.connect();
  locker = new Client({ connectionString: database.url });
  await locker.connect();
  store = await connectPostgresEventStore({ connectionString: database.url, appendTimeoutMs: 1_500, pollMs: 100 });
});

afterEach(async () => {
  await store.close();
  await administrator.end();
  await locker.end();
  await database.drop();
});

const terminate = async (purpose: 'appends' | 'event store reads' | 'event store notifications'): Promise<void> => {
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [`transledger ${purpose}`],
  );
};

const waitForLock = () =>
  vi.waitFor(async () => {
    const { rowCount } = await administrator.query(
      `select from pg_stat_activity where datname = current_database()
         and application_name = 'transledger appends' and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(1);
  }, 30_000);

it('an append is of unknown outcome when the server ends the backend, and is written once when repeated', async () => {
  await locker.query('begin');
  await locker.query('lock table event_store.events in exclusive mode');
  const append = () => store.append('thing-1', [eventNumbered(1)], 'no-stream');
  const lost = expect(append()).rejects.toMatchObject({ kind: 'outcome-unknown' });
  await waitForLock();
  await terminate('appends');
  await lost;
  await locker.query('rollback');
  await append();
  expect(labels(await readWhole(store, 'thing-1'))).toEqual([1]);
});

it.each([
  ['before the request arrived', 'lost', false],
  ['after it was carried out', 'answered', true],
] as const)('an append whose connection breaks %s has an unknown outcome', async (_, cut, written) => {
  const url = new URL(database.url);
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const behindProxy = await connectPostgresEventStore({ connectionString: url.href });
  const append = () => behindProxy.append('thing-1', [eventNumbered(1)], 0);
  await behindProxy.append('thing-1', [eventNumbered(0)], 'no-stream');
  proxy.cutNext(cut);
  await expect(append()).rejects.toMatchObject({ kind: 'outcome-unknown' });
  expect(await append()).toMatchObject({ revision: 1, repeated: written });
  await behindProxy.close();
  await proxy.stop();
});

it('an append is given up at its timeout with unknown outcome, and is written once when it is repeated', async () => {
  const url = new URL(database.url);
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const behindProxy = await connectPostgresEventStore({ connectionString: url.href, appendTimeoutMs: 1_500 });
  await behindProxy.append('thing-1', [eventNumbered(0)], 'no-stream');
  proxy.freeze();
  const append = () => behindProxy.append('thing-1', [eventNumbered(1)], 0);
  await expect(append()).rejects.toMatchObject({ kind: 'outcome-unknown' });
  await append();
  expect(labels(await readWhole(store, 'thing-1'))).toEqual([0, 1]);
  await behindProxy.close();
  await proxy.stop();
});

const backends = async (): Promise<number> => {
  const { rowCount } = await administrator.query(
    `select from pg_stat_activity where datname = current_database()
       and application_name = 'transledger appends'`,
  );
  return rowCount ?? 0;
};

it('appends that wait for a stalled writer use one connection, and are known not to be written', async () => {
  await locker.query('select pg_advisory_lock($1)', [writersLock]);
  for (const n of [1, 2, 3]) {
    await expect(store.append(`thing-${n}`, [eventNumbered(n)], 'no-stream')).rejects.toMatchObject({
      kind: 'unavailable',
    });
  }
  expect(await backends()).toBe(1);
  await locker.query('select pg_advisory_unlock($1)', [writersLock]);
  await store.append('thing-4', [eventNumbered(4)], 'no-stream');
  const { events } = await store.readAll({ after: START, limit: 10 });
  expect(labels(events)).toEqual([4]);
});

it('an append whose process is gone waits no longer for a stalled writer', async () => {
  const url = new URL(database.url);
  const proxy = await CuttingProxy.start(Number(url.port));
  url.port = String(proxy.port);
  const behindProxy = await connectPostgresEventStore({ connectionString: url.href, appendTimeoutMs: 600_000 });
  await locker.query('select pg_advisory_lock($1)', [writersLock]);
  const lost = expect(behindProxy.append('thing-1', [eventNumbered(1)], 'no-stream')).rejects.toMatchObject({
    kind: 'outcome-unknown',
  });
  await waitForLock();
  await proxy.stop();
  await lost;
  await vi.waitFor(async () => expect(await backends()).toBe(0), { timeout: 60_000, interval: 100 });
  await behindProxy.close();
});

it('the store connects anew after an idle connection was ended', async () => {
  await store.append('thing-1', [eventNumbered(1)], 'no-stream');
  await terminate('appends');
  await terminate('event store reads');
  await vi.waitFor(() => store.append('thing-1', [eventNumbered(2)], 0), 30_000);
  expect(labels(await readWhole(store, 'thing-1'))).toEqual([1, 2]);
});

it('a subscription goes on without notifications', async () => {
  const abort = new AbortController();
  const seen: unknown[] = [];
  await appendToEnd(store, 'thing-1', [eventNumbered(0)]);
  for await (const page of store.subscribeToAll({ after: START, signal: abort.signal })) {
    seen.push(...labels(page.events));
    await terminate('event store notifications');
    if (seen.length === 3) break;
    await appendToEnd(store, 'thing-1', [eventNumbered(seen.length)]);
  }
  expect(seen).toEqual([0, 1, 2]);
});

it('an append is durable where the settings of the database alone would not make it so', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await administrator.query(`alter database ${name} set synchronous_commit = off`);
  await administrator.query(`create table seen as select ''::text as setting limit 0;
    create function note() returns trigger language plpgsql as
      $$ begin insert into seen values (current_setting('synchronous_commit')); return null; end $$;
    create trigger note after insert on event_store.events execute function note()`);
  await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
  expect((await administrator.query('select setting from seen')).rows).toEqual([{ setting: 'on' }]);
});

it('only the one request that the server refuses fails, not those sent with it', async () => {
  await administrator.query(`alter table event_store.events add check (stream <> 'bad-1')`);
  const outcomes = await Promise.allSettled(
    ['thing-1', 'bad-1', 'thing-2'].map((stream, n) => appendToEnd(store, stream, [eventNumbered(n)])),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { kind: 'unavailable' } });
  const { events } = await store.readAll({ after: START, limit: 10 });
  expect(labels(events)).toEqual([0, 2]);
});

it('a rolled-back append takes no position', async () => {
  await administrator.query(`alter table event_store.events add check (stream <> 'bad-1')`);
  await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
  await expect(store.append('bad-1', [eventNumbered(2)], 'no-stream')).rejects.toMatchObject({ kind: 'unavailable' });
  await appendToEnd(store, 'thing-1', [eventNumbered(3)]);
  const { events } = await store.readAll({ after: START, limit: 10 });
  expect(events.map(({ position }) => BigInt(position))).toEqual([1n, 2n]);
});

it('positions beyond the precision of a number are read', async () => {
  await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
  await administrator.query(`${guardsOff};
    insert into event_store.partition values (0, 9007199254740000);
    select event_store.add_partition();
    delete from event_store.partition where first_position = 0;
    update event_store.events set position = 9007199254740993`);
  const { position } = await store.append('thing-1', [eventNumbered(2)], 0);
  expect(position).toBe('0009007199254740994');
  expect(await store.head()).toBe(position);
  const pages = await store.readAll({ after: '0009007199254740993' as typeof position, limit: 10 });
  expect(labels(pages.events)).toEqual([2]);
});

it('several processes that start together migrate once, and keep existing events', async () => {
  await appendToEnd(store, 'thing-1', [eventNumbered(1)]);
  const fresh = await createTestDatabase();
  await Promise.all(Array.from({ length: 6 }, () => migrateEventStore(fresh.url)));
  await Promise.all([migrateEventStore(database.url), migrateEventStore(database.url)]);
  expect(labels(await collect(store.readStream('thing-1')))).toEqual([1]);
  await fresh.drop();
});

it('a store does not open on a database that was not migrated', async () => {
  const fresh = await createTestDatabase();
  await expect(connectPostgresEventStore({ connectionString: fresh.url })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  await fresh.drop();
});
