import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventPage, EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { guardsOff, guardsOn } from '#libs/ports/event-store/postgres/unguarded-log.fixture.js';
import type { Lease } from '#libs/ports/lease/lease.port.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { forever, patient, Recorder, range } from '../contract/bus.suite.js';
import { migrateKafkaBus } from '../kafka/migrate-kafka-bus.js';
import type { ConsumerGroup } from '../message-bus.port.js';
import { readParked } from '../parked-messages.js';
import { setReadersBack } from '../set-readers-back.js';
import { GroupConsumer } from './group-consumer.js';
import { GroupRows, GroupTakenOverError } from './group-rows.js';
import { migrateMessageBus } from './migrate-message-bus.js';

/** The lease in the view of a process that was paused: it never learns that it has lost it. */
const leaseBelievedIn = (fencingToken: bigint): Lease => ({
  name: 'consumer-group',
  fencingToken,
  lost: new AbortController().signal,
  release: async () => undefined,
});

/** An event store that counts the events it returns. */
const counting = (eventStore: EventStore) => {
  const counted = { events: 0 };
  async function* subscribeToAll(options: Parameters<EventStore['subscribeToAll']>[0]): AsyncGenerator<EventPage> {
    for await (const page of eventStore.subscribeToAll(options)) {
      counted.events += page.events.length;
      yield page;
    }
  }
  const store: EventStore = {
    append: (...request) => eventStore.append(...request),
    readStream: (...request) => eventStore.readStream(...request),
    readAll: (request) => eventStore.readAll(request),
    subscribeToAll,
    head: () => eventStore.head(),
    close: () => eventStore.close(),
  };
  return { store, counted };
};

describe("one holder's turn at a consumer group", () => {
  let database: TestDatabase;
  let pool: Pool;
  let eventStore: EventStore;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 6 });
    await migrateEventStore(database.url);
    await migrateMessageBus(pool);
    eventStore = await connectPostgresEventStore({ connectionString: database.url });
  });

  afterAll(async () => {
    await eventStore.close();
    await pool.end();
    await database.drop();
  });

  /** Number of events of each stream. */
  const lengths = new Map<string, number>();

  const append = async (type: string, count: number, streams = count) => {
    const events = range(count).map((n) => ({ id: randomUUID(), type, version: 1, data: { n }, metadata: {} }));
    await Promise.all(
      events.map((event, n) => {
        const stream = `${type}-${n % streams}`;
        const length = lengths.get(stream) ?? 0;
        lengths.set(stream, length + 1);
        return eventStore.append(stream, [event], length === 0 ? 'no-stream' : length - 1);
      }),
    );
  };

  const groupOf = (handle: ConsumerGroup['handle'], changes: Partial<ConsumerGroup> = {}): ConsumerGroup => {
    const name = `Group${randomUUID().replaceAll('-', '')}`;
    return { name, types: [name], concurrency: 4, retryDelays: [], handle, ...changes };
  };

  const turn = (group: ConsumerGroup, token: bigint, store = eventStore, maxUndone = 10_000) =>
    new GroupConsumer({
      maxUndone,
      pool,
      eventStore: store,
      log: store,
      group,
      lease: leaseBelievedIn(token),
      onFault: () => undefined,
    });

  const checkpointOf = async (group: ConsumerGroup): Promise<string> => {
    const { rows } = await pool.query('select position from message_bus.consumer_group where name = $1', [group.name]);
    return rows[0].position;
  };

  it.each([
    ['handled', async () => undefined],
    ['failed', () => Promise.reject(new Error('never works'))],
  ])('nothing is written for a message that has %s after another consumer took over', async (_, end) => {
    const recorder = new Recorder();
    const { promise: paused, resolve: resume } = Promise.withResolvers<void>();
    const group = groupOf((delivery) =>
      recorder
        .record(delivery)
        .then(() => paused)
        .then(end),
    );
    await append(group.name, 3, 1);
    const old = turn(group, 1n).run();
    const ended = expect(old).rejects.toBeInstanceOf(GroupTakenOverError);
    await recorder.has(1);
    const successor = turn({ ...group, handle: forever }, 2n);
    const next = successor.run();
    await vi.waitFor(async () => {
      const { rows } = await pool.query('select fencing_token from message_bus.consumer_group where name = $1', [
        group.name,
      ]);
      expect(rows).toEqual([{ fencing_token: '2' }]);
    }, patient);
    resume();
    await ended;
    expect(await checkpointOf(group)).toBe('');
    expect(await readParked(pool, group.name)).toEqual([]);
    successor.end(0);
    await next;
  });

  it('a group whose place is beyond the log says so, and reads again what the log holds', async () => {
    const recorder = new Recorder();
    const told: object[] = [];
    const lifeCycle = { emit: (event: string, facts: object) => void told.push({ event, ...facts }) };
    const group = groupOf(recorder.record, { lifeCycle });
    await append(group.name, 3, 1);
    const position = '9'.repeat(19);
    await pool.query(
      'insert into message_bus.consumer_group (name, position, fencing_token, types) values ($1, $2, 1, $3)',
      [group.name, position, group.types],
    );
    const consumer = turn(group, 2n);
    const running = consumer.run();
    await recorder.has(3);
    expect(told).toEqual([{ event: 'log.replaced', reader: `group:${group.name}`, position, soundTo: '' }]);
    consumer.end(1_000);
    await running;
    expect(await checkpointOf(group)).not.toBe(position);
  });

  it('readers that are set back begin anew, whoever works at them', async () => {
    const recorder = new Recorder();
    const group = groupOf(recorder.record);
    await append(group.name, 2, 1);
    const first = turn(group, 1n);
    const ended = expect(first.run()).rejects.toBeInstanceOf(GroupTakenOverError);
    await recorder.has(2);
    await vi.waitFor(async () => expect(await checkpointOf(group)).not.toBe(''), patient);
    const position = await checkpointOf(group);
    await migrateKafkaBus(pool);
    const soundPlace = async (place: Position) => (place === position ? START : place);
    expect(await setReadersBack(pool, soundPlace)).toEqual([
      { reader: `group:${group.name}`, position, soundTo: START },
    ]);
    await append(group.name, 1, 1);
    await ended;
    const second = turn(group, 2n);
    const running = second.run();
    await recorder.has(6);
    second.end(1_000);
    await running;
  });

  it('an older holder does not take the group back', async () => {
    const group = groupOf(forever);
    await new GroupRows(pool, group.name, 5n).takeOver([]);
    await expect(new GroupRows(pool, group.name, 4n).takeOver([])).rejects.toBeInstanceOf(GroupTakenOverError);
    await expect(new GroupRows(pool, group.name, 4n).unpark({ id: randomUUID() })).rejects.toBeInstanceOf(
      GroupTakenOverError,
    );
  });

  it('a consumer reads no more than it can keep in memory', async () => {
    const group = groupOf(forever);
    await append(group.name, 2_600);
    const { store, counted } = counting(eventStore);
    const consumer = turn(group, 1n, store, 1_500);
    const run = consumer.run();
    await vi.waitFor(() => expect(counted.events).toBeGreaterThanOrEqual(1_500), patient);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(counted.events).toBeLessThanOrEqual(2_000); // what may be undone and the page that is being read
    consumer.end(0);
    await run;
    expect(await checkpointOf(group)).toBe('');
  });

  it('a consumer that rests with all that it may keep goes on as messages are done', async () => {
    const recorder = new Recorder();
    const group = groupOf(recorder.record);
    await append(group.name, 300, 20);
    const consumer = turn(group, 1n, eventStore, 25);
    const run = consumer.run();
    await recorder.has(300);
    consumer.end(1_000);
    await run;
    expect(new Set(recorder.deliveries.map(({ message }) => message.id)).size).toBe(300);
  });

  it('a message that waited and is lost with its log ends the turn, and the place stays before it', async () => {
    let isOpen = false;
    const group = groupOf(async ({ signal }) => {
      while (!isOpen && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await append(group.name, 1_100);
    const { store, counted } = counting(eventStore);
    const ended = expect(turn(group, 1n, store).run()).rejects.toMatchObject({ name: 'MessageLostError' });
    await vi.waitFor(() => expect(counted.events).toBe(1_100), patient);
    await pool.query(guardsOff);
    const { rows } = await pool.query<{ position: string }>(
      `delete from event_store.events where type = $1 and position in (
         select position from event_store.events where type = $1 order by position desc limit 50)
       returning lpad(position::text, 19, '0') as position`,
      [group.name],
    );
    await pool.query(guardsOn);
    isOpen = true;
    await ended;
    expect((await checkpointOf(group)) < (rows.map(({ position }) => position).sort()[0] ?? '')).toBe(true);
  });

  it('events of other types are passed without a message for them', async () => {
    const group = groupOf(async () => undefined);
    await append(`Other${group.name}`, 5);
    const consumer = turn(group, 1n);
    const run = consumer.run();
    await vi.waitFor(async () => expect(await checkpointOf(group)).toBe(await eventStore.head()), patient);
    consumer.end(0);
    await run;
  });

  it('a consumer fails, to be started anew, when the log comes to an end', async () => {
    const store = await connectPostgresEventStore({ connectionString: database.url });
    const run = turn(groupOf(forever), 1n, store).run();
    const ended = expect(run).rejects.toThrow('The event log came to an end');
    await store.close();
    await ended;
  });

  it('a consumer goes on while a checkpoint cannot be written', async () => {
    const recorder = new Recorder();
    const group = groupOf(recorder.record);
    const faults: unknown[] = [];
    const lease = leaseBelievedIn(1n);
    const consumer = new GroupConsumer({
      pool,
      eventStore,
      log: eventStore,
      group,
      lease,
      onFault: (error) => faults.push(error),
    });
    const run = consumer.run();
    await append(group.name, 1);
    await recorder.has(1);
    await pool.query('alter table message_bus.consumer_group rename to moved_away');
    await append(group.name, 1);
    await recorder.has(2);
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(0), patient);
    await pool.query('alter table message_bus.moved_away rename to consumer_group');
    await vi.waitFor(async () => expect(await checkpointOf(group)).toBe(await eventStore.head()), patient);
    consumer.end(0);
    await run;
  });
});
