import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { eventNumbered } from '../contract/numbered-events.js';
import { labels, readLog, readWhole } from '../contract/reading.js';
import type { EventStore } from '../event-store.port.js';
import { START } from '../position.js';
import { writersLock } from './append-function.js';
import { migrateEventStore } from './migrate-event-store.js';
import { connectPostgresEventStore } from './postgres-event-store.js';
import { makeUnpartitionedLog } from './unpartitioned-log.fixture.js';

const count = 50;
const numbers = Array.from({ length: count }, (_, n) => n);
const positions = 8;

let database: TestDatabase;
let administrator: Client;
beforeEach(async () => {
  database = await createTestDatabase();
  administrator = new Client({ connectionString: database.url });
  await administrator.connect();
  await makeUnpartitionedLog(administrator, count);
});
afterEach(async () => {
  await administrator.end();
  await database.drop();
});

const opened = async (work: (store: EventStore) => Promise<void>): Promise<void> => {
  const store = await connectPostgresEventStore({ connectionString: database.url });
  await work(store).finally(() => store.close());
};

const partitions = async (): Promise<string[]> => {
  const { rows } = await administrator.query<{ partition: string }>(
    `select inhrelid::regclass::text as partition from pg_inherits
     where inhparent = 'event_store.events'::regclass order by partition`,
  );
  return rows.map(({ partition }) => partition);
};

const expectWhole = () =>
  opened(async (store) => {
    expect(labels(await readLog(store, { after: START }))).toEqual(numbers);
    for (const stream of [0, 1, 2]) {
      const expected = numbers.filter((n) => n % 3 === stream);
      expect(labels(await readWhole(store, `thing-${stream}`))).toEqual(expected);
    }
    const next = await store.append('thing-0', [eventNumbered(count), eventNumbered(count + 1)], 16);
    expect(next).toMatchObject({ revision: 18, position: '0000000000000000052', repeated: false });
    expect(await store.append('thing-0', [eventNumbered(count), eventNumbered(count + 1)], 16)).toEqual({
      ...next,
      repeated: true,
    });
    await expect(store.append('thing-1', [eventNumbered('other')], 'no-stream')).rejects.toMatchObject({ actual: 16 });
  });

it('a log of one table becomes the first partition, and reads and goes on as before', async () => {
  await migrateEventStore(database.url, { positions });
  await expectWhole();
  expect(await partitions()).toEqual(['event_store.events_1', 'event_store.events_65']);
  await opened(async (store) => {
    for (let n = 0; n < 20; n += 1) await store.append(`later-${n}`, [eventNumbered(n)], 'no-stream');
    expect(labels(await readLog(store, { after: START })).slice(-20)).toEqual(numbers.slice(0, 20));
  });
  expect(await partitions()).toEqual(['event_store.events_1', 'event_store.events_65', 'event_store.events_73']);
});

it('processes that start together change it once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => migrateEventStore(database.url, { positions })));
  await expectWhole();
});

/** Ends the migration while it waits for the lock that somebody else holds on what it comes to. */
const killedWhileItWaits = async (hold: string, waitingFor: string): Promise<void> => {
  const other = new Client({ connectionString: database.url });
  await other.connect();
  await other.query(hold);
  const killed = expect(migrateEventStore(database.url, { positions })).rejects.toThrow();
  for (let isKilled = false; !isKilled; ) {
    const { rowCount } = await administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and application_name = 'transledger migrations' and query ilike $1 and wait_event_type = 'Lock'`,
      [`%${waitingFor}%`],
    );
    isKilled = rowCount === 1;
  }
  await killed;
  await other.end();
};

it.each([
  ['marks the range', 'begin; lock table event_store.events in access share mode', 'events_range'],
  ['has looked at every row', `select pg_advisory_lock(${writersLock})`, 'pg_advisory_xact_lock'],
])('a migration that was killed as it %s is done by the next one', async (_, hold, waitingFor) => {
  await killedWhileItWaits(hold, waitingFor);
  expect((await administrator.query('select from event_store.events')).rowCount).toBe(count);
  await migrateEventStore(database.url, { positions });
  await expectWhole();
});

it('what is written between the look at the rows and the change is not lost', async () => {
  const other = new Client({ connectionString: database.url });
  await other.connect();
  await other.query(`begin; select pg_advisory_xact_lock(${writersLock})`);
  const migrating = migrateEventStore(database.url, { positions });
  for (let isWaiting = false; !isWaiting; ) {
    const { rowCount } = await administrator.query(
      `select from pg_stat_activity where datname = current_database()
         and query ilike '%pg_advisory_xact_lock%' and wait_event_type = 'Lock'`,
    );
    isWaiting = rowCount === 1;
  }
  await other.query(`
    insert into event_store.events values (51, 'late-1', 0, gen_random_uuid(), 'Counted', 1, '{"label": 50}', '{}', now());
    commit`);
  await other.end();
  await migrating;
  await opened(async (store) => {
    expect(labels(await readLog(store, { after: START }))).toEqual([...numbers, 50]);
    expect(labels(await readWhole(store, 'late-1'))).toEqual([50]);
    expect(await store.append('late-1', [eventNumbered(1)], 0)).toMatchObject({ revision: 1 });
  });
});

it('a database in which ids were unique in the whole log is brought up to date', async () => {
  await administrator.query('alter table event_store.events add constraint events_id_key unique (id)');
  await migrateEventStore(database.url);
  await opened(async (store) => {
    await store.append('new-1', [eventNumbered(1)], 'no-stream');
    expect(await store.append('new-2', [eventNumbered(1)], 'no-stream')).toMatchObject({ revision: 0 });
  });
});
