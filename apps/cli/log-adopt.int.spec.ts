import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrateEverything } from '#libs/engines/migrate-everything.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { adoptLog } from './log-adopt.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const migrateReadModels = async () => undefined;
  await migrateEverything(database.url, { isSoleOwner: true, hasJobs: false, migrateReadModels });
  pool = createPool({ connectionString: database.url, max: 2, applicationName: 'log adopt' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a log is adopted', () => {
  let log: InMemoryEventStore;
  beforeEach(async () => {
    await pool.query('truncate event_store.mark, projection.checkpoint, message_bus.consumer_group');
    log = new InMemoryEventStore();
  });

  const append = (store: InMemoryEventStore, stream: string, id: string = randomUUID()) =>
    store.append(stream, [{ id, type: 'Happened', version: 1, data: {}, metadata: {} }], 'no-stream');

  /** Has a projection and a group read the log up to its end, and the events noted. */
  const passed = async (position: Position): Promise<void> => {
    for (const event of log.events) {
      await new LogTrail(pool, log).note(event);
      await pool.query(`update event_store.mark set noted_at = noted_at - interval '1 minute'`);
    }
    await pool.query(
      `insert into projection.checkpoint (name, version, position, fencing_token, state, updated_at)
       values ('usage', 2, $1, 1, 'running', now())`,
      [position],
    );
    await pool.query(
      `insert into message_bus.consumer_group (name, position, fencing_token, types) values ('document-files', $1, 1, '{}')`,
      [position],
    );
  };
  const checkpoint = async () =>
    (await pool.query('select version, position from projection.checkpoint')).rows[0] as object;

  const adopt = (eventStore: InMemoryEventStore, force = false) =>
    adoptLog({ pool, eventStore }, { since: undefined, force });

  it('that is the one which its readers have passed: nothing is changed', async () => {
    for (const stream of ['a', 'b']) await append(log, stream);
    await passed(await log.head());
    expect(await adopt(log)).toEqual({ readers: [], lost: null });
  });

  it('that was restored to an earlier time, and it is said from when to when something is lost', async () => {
    for (const stream of ['a', 'b', 'c']) await append(log, stream);
    await passed(await log.head());
    const restored = new InMemoryEventStore();
    for (const { stream, id } of log.events.slice(0, 2)) await append(restored, stream, id);
    const [, held, newest] = log.events;
    const { readers, lost } = await adopt(restored);
    expect(readers.map(({ reader }) => reader)).toEqual(['projection:usage', 'group:document-files']);
    expect(lost).toEqual({ from: held?.recordedAt, to: newest?.recordedAt });
    expect(await adopt(restored)).toEqual({ readers: [], lost: null });
  });

  it.each([
    [
      'is empty',
      [],
      /This event log is empty: projection:usage has passed 0+2, .*noted of that log is of 20.*Nothing was changed/s,
    ],
    ['is another one', ['x', 'y', 'z'], /ends at 0+3, is another one: .*log adopt --force/s],
  ])('that %s, only with --force', async (_what, streams, says) => {
    for (const stream of ['a', 'b']) await append(log, stream);
    await passed(await log.head());
    const before = await checkpoint();
    const other = new InMemoryEventStore();
    for (const stream of streams) await append(other, stream);
    await expect(adopt(other)).rejects.toThrow(says);
    expect(await checkpoint()).toEqual(before);
    expect((await adopt(other, true)).readers).toHaveLength(2);
    expect(await checkpoint()).toEqual({ version: 0, position: '' });
  });

  it('of another engine, whose places are longer, only with --force', async () => {
    await append(log, 'a');
    await passed('00000000000000000001' as Position);
    await expect(adopt(log)).rejects.toThrow(/is another one/);
  });
});
