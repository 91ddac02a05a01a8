import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { eventNumbered } from '../contract/numbered-events.js';
import type { EventStore } from '../event-store.port.js';
import { migrateEventStore } from './migrate-event-store.js';
import { connectPostgresEventStore } from './postgres-event-store.js';

const changes = [
  `update event_store.events set data = '{}'`,
  'delete from event_store.events',
  'delete from event_store.events where false',
  'truncate event_store.events',
  'truncate event_store.events cascade',
  'delete from event_store.events_1',
  `update event_store.events_1 set data = '{}'`,
  'truncate event_store.events_1',
  `insert into event_store.events select * from event_store.events on conflict (position) do update set data = '{}'`,
  `merge into event_store.events target using event_store.events source
    on target.position = source.position when matched then delete`,
];

describe('the table of events', () => {
  let database: TestDatabase;
  let owner: Client;
  let store: EventStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateEventStore(database.url, { positions: 32 });
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    store = await connectPostgresEventStore({ connectionString: database.url });
    for (let n = 0; n < 40; n += 1) await store.append(`thing-${n}`, [eventNumbered(n)], 'no-stream');
  });
  afterAll(async () => {
    await store.close();
    await owner.end();
    await database.drop();
  });

  const count = async (): Promise<number> =>
    (await owner.query('select count(*)::int as count from event_store.events')).rows[0].count;

  it.each(changes)('refuses its owner the statement: %s', async (sql) => {
    await expect(owner.query(sql)).rejects.toThrow('the event log is append-only');
    expect(await count()).toBe(40);
  });

  it.each(changes)('refuses, also where triggers are switched off for replication: %s', async (sql) => {
    await owner.query('set session_replication_role = replica');
    try {
      await expect(owner.query(sql)).rejects.toThrow('the event log is append-only');
    } finally {
      await owner.query('reset session_replication_role');
    }
  });

  it('guards each partition that is made later, and each one of a log that had no guards', async () => {
    const guarded = `select tgrelid::regclass::text as name, tgenabled as state from pg_trigger
      where tgname = 'refuse_change' order by 1`;
    const { rows: before } = await owner.query(guarded);
    expect(before).toEqual(
      ['events', 'events_1', 'events_33', 'events_65'].map((name) => ({ name: `event_store.${name}`, state: 'A' })),
    );
    for (const { name } of before) await owner.query(`drop trigger refuse_change on ${name}`);
    await migrateEventStore(database.url, { positions: 32 });
    expect((await owner.query(guarded)).rows).toEqual(before);
  });
});
