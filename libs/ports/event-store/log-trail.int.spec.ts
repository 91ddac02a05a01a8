import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool } from '#libs/platform/postgres/pool.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { eventNumbered } from './contract/numbered-events.js';
import { LogReplacedError, LogTrail } from './log-trail.js';
import type { Position } from './position.js';
import { START } from './position.js';
import { migrateEventStore } from './postgres/migrate-event-store.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrateEventStore(database.url);
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'trail' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the trail of a log', () => {
  let log: InMemoryEventStore;
  beforeEach(async () => {
    await pool.query('truncate event_store.mark');
    log = new InMemoryEventStore();
  });

  const append = (store: InMemoryEventStore, label: string) =>
    store.append(`thing-${label}`, [eventNumbered(label, { id: randomUUID() })], 'no-stream');

  const eventAt = (store: InMemoryEventStore, n: number) => {
    const event = store.events[n];
    if (event === undefined) throw new Error('There is no such event');
    return event;
  };

  /** Notes the event as if the last one had been noted long ago. */
  const note = async (event: ReturnType<typeof eventAt>) => {
    await pool.query(`update event_store.mark set noted_at = noted_at - interval '1 minute'`);
    await new LogTrail(pool, log).note(event);
  };

  const marks = async () => (await pool.query('select position from event_store.mark order by position')).rows.length;

  /** The same log up to an event, and others from there on. */
  const restoredTo = async (events: number, others: readonly string[]) => {
    const restored = new InMemoryEventStore();
    for (const { stream, id, data } of log.events.slice(0, events)) {
      await restored.append(stream, [eventNumbered(String(data.label), { id })], 'no-stream');
    }
    for (const label of others) await append(restored, label);
    return restored;
  };

  it('a place in a log that goes on is sound', async () => {
    for (const label of ['a', 'b', 'c']) await append(log, label);
    await note(eventAt(log, 1));
    const { position } = eventAt(log, 2);
    expect(await new LogTrail(pool, log).soundTo(position)).toBe(position);
    expect(await new LogTrail(pool, log).soundTo(START)).toBe(START);
  });

  it('a place beyond the end of the log goes back to the last event noted that the log holds', async () => {
    for (const label of ['a', 'b', 'c', 'd']) await append(log, label);
    for (const n of [0, 1, 3]) await note(eventAt(log, n));
    const { position } = eventAt(log, 3);
    const trail = new LogTrail(pool, await restoredTo(3, []));
    expect(await trail.soundTo(position)).toBe(eventAt(log, 1).position);
    await expect(trail.assertSound('projection:usage', position)).rejects.toBeInstanceOf(LogReplacedError);
  });

  it('a place is found out also when the restored log has grown beyond it', async () => {
    for (const label of ['a', 'b', 'c', 'd']) await append(log, label);
    for (const n of [0, 3]) await note(eventAt(log, n));
    const trail = new LogTrail(pool, await restoredTo(2, ['e', 'f', 'g', 'h']));
    expect(await trail.soundTo(eventAt(log, 3).position)).toBe(eventAt(log, 0).position);
  });

  it('an event noted after the restoration is no place to go back to', async () => {
    for (const label of ['a', 'b', 'c', 'd']) await append(log, label);
    for (const n of [0, 3]) await note(eventAt(log, n));
    await new Promise((resolve) => setTimeout(resolve, 5)); // what is written since is written later
    const restored = await restoredTo(2, ['e', 'f', 'g']);
    await note(eventAt(restored, 2));
    const trail = new LogTrail(pool, restored);
    expect(await trail.soundTo(eventAt(log, 3).position)).toBe(eventAt(log, 0).position);
    await trail.forgetLost();
    expect(await marks()).toBe(2);
  });

  it('nothing is noted of a restored log until it is adopted, so that it is found out however far it has grown', async () => {
    for (const label of ['a', 'b', 'c', 'd']) await append(log, label);
    for (const n of [0, 2]) await note(eventAt(log, n));
    const restored = await restoredTo(1, ['e', 'f', 'g', 'h', 'i']);
    const trail = new LogTrail(pool, restored);
    await pool.query(`update event_store.mark set noted_at = noted_at - interval '1 minute'`);
    await trail.note(eventAt(restored, 3));
    expect(await trail.soundTo(eventAt(log, 3).position)).toBe(eventAt(log, 0).position);
    await trail.forgetLost();
    await trail.note(eventAt(restored, 3));
    expect(await marks()).toBe(2);
  });

  it('another log holds nothing of it', async () => {
    await append(log, 'a');
    await note(eventAt(log, 0));
    const other = new InMemoryEventStore();
    await append(other, 'x');
    expect(await new LogTrail(pool, other).soundTo(eventAt(log, 0).position)).toBe(START);
  });

  it('events are noted at most once in some seconds, and old marks thinned to one an hour', async () => {
    for (const label of ['a', 'b', 'c']) await append(log, label);
    const trail = new LogTrail(pool, log);
    await trail.note(eventAt(log, 0));
    await trail.note(eventAt(log, 1));
    expect(await marks()).toBe(1);
    await pool.query(
      `insert into event_store.mark (position, event_id, stream, revision, recorded_at, noted_at)
       select ' old ' || n, gen_random_uuid(), 's', n, now(), now() - interval '3 days' - n * interval '1 minute'
       from generate_series(1, 180) n`,
    );
    await note(eventAt(log, 2));
    expect(await marks()).toBeLessThanOrEqual(2 + 4);
  });

  it('every reader goes back to the newest event noted before a time that is given', async () => {
    for (const label of ['a', 'b']) await append(log, label);
    for (const n of [0, 1]) await note(eventAt(log, n));
    const position = (n: number): Position => eventAt(log, n).position;
    const trail = new LogTrail(pool, log);
    expect(await (await trail.soundPlaces(new Date(Date.now() + 60_000)))(position(1))).toBe(position(1));
    expect(await (await trail.soundPlaces(new Date(0)))(position(1))).toBe(START);
  });
});
