import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { toAppendRequest } from '../append-request.js';
import { eventNumbered } from '../contract/numbered-events.js';
import { labels, readLog, readWhole } from '../contract/reading.js';
import type { EventStore } from '../event-store.port.js';
import { START } from '../position.js';
import { appendStatement } from './append-statement.js';
import { migrateEventStore } from './migrate-event-store.js';
import { connectPostgresEventStore } from './postgres-event-store.js';

const positions = 32;

let database: TestDatabase;
let administrator: Client;
let store: EventStore;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrateEventStore(database.url, { positions });
  administrator = new Client({ connectionString: database.url });
  await administrator.connect();
  store = await connectPostgresEventStore({ connectionString: database.url });
});
afterEach(async () => {
  await store.close();
  await administrator.end();
  await database.drop();
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

const appendOneByOne = async (from: number, to: number): Promise<void> => {
  for (const n of range(from, to)) await store.append(`thing-${n}`, [eventNumbered(n)], 'no-stream');
};

const firstPositions = async (): Promise<number[]> => {
  const { rows } = await administrator.query<{ first: number }>(
    'select first_position::int as first from event_store.partition order by first_position',
  );
  return rows.map(({ first }) => first);
};

it('a partition is ready behind the one that is written to', async () => {
  expect(await firstPositions()).toEqual([1, 33]);
  await appendOneByOne(0, 32);
  expect(await firstPositions()).toEqual([1, 33]);
  await appendOneByOne(32, 36);
  expect(await firstPositions()).toEqual([1, 33, 65]);
  expect(labels(await readLog(store, { after: START }))).toEqual(range(0, 36));
});

it('an append larger than partitions makes those that it needs, and its stream is read over all of them', async () => {
  const numbers = range(0, 150);
  await store.append('first-1', [eventNumbered('first')], 'no-stream');
  const events = numbers.map((n) => eventNumbered(n));
  await store.append('long-1', events, 'no-stream');
  expect(await firstPositions()).toEqual([1, 33, 65, 97, 129, 161]);
  expect(labels(await readWhole(store, 'long-1'))).toEqual(numbers);
  expect(labels(await readWhole(store, 'long-1', { direction: 'backwards', from: 100 }))).toEqual(
    range(0, 101).toReversed(),
  );
  expect(labels(await readWhole(store, 'long-1', { from: 60, limit: 50 }))).toEqual(range(60, 110));
  expect(await store.append('long-1', events.slice(20, 130), 19)).toMatchObject({ revision: 129, repeated: true });
  await expect(store.append('long-1', [eventNumbered('other')], 100)).rejects.toMatchObject({ actual: 149 });
  expect(await store.append('first-1', [eventNumbered('second')], 0)).toMatchObject({ revision: 1 });
  expect(labels(await readWhole(store, 'first-1'))).toEqual(['first', 'second']);
});

it('no append fails while the next partition cannot be made, until it is needed', async () => {
  await appendOneByOne(0, 32);
  await administrator.query('begin; lock table event_store.events in share update exclusive mode');
  await appendOneByOne(32, 64);
  expect(await firstPositions()).toEqual([1, 33]);
  await administrator.query('rollback');
  await appendOneByOne(64, 70);
  expect(await firstPositions()).toEqual([1, 33, 65, 97]);
  expect(labels(await readLog(store, { after: START }))).toEqual(range(0, 70));
});

it('an append that makes the next partition waits for the lock of the notification as long as any other', async () => {
  await appendOneByOne(0, 32);
  const settingOf = async () => (await administrator.query('show lock_timeout')).rows;
  await administrator.query("begin; set local lock_timeout = '8s'");
  const request = toAppendRequest('thing-32', [eventNumbered(32)], 'no-stream');
  await administrator.query(
    appendStatement([request, toAppendRequest('thing-33', [eventNumbered(33)], 'no-stream')], true),
  );
  expect(await firstPositions()).toEqual([1, 33, 65]);
  expect(await settingOf()).toEqual([{ lock_timeout: '8s' }]);
  await administrator.query('rollback');
});

it('a stream and a revision cannot be there twice in a partition, whoever writes', async () => {
  await appendOneByOne(0, 1);
  const copy =
    'insert into event_store.events select 9, stream, revision, id, type, version, data, metadata, recorded_at from event_store.events';
  await expect(administrator.query(copy)).rejects.toMatchObject({ code: '23505' });
});
