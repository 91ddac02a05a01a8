import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { entriesOf, ProjectionFixture, tallyOf } from '../projection.fixture.js';
import { CheckpointMismatchError, claimCheckpoint, moveCheckpoint } from './checkpoint.js';
import { ProjectionFeed } from './projection-feed.js';

let fixture: ProjectionFixture;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

const feedOf = async (fencingToken: bigint) => {
  const { pool, eventStore } = fixture;
  const hold = await claimCheckpoint(pool, tallyOf(), fencingToken, new Date());
  const moved = Promise.withResolvers<void>();
  const settings = {
    pool,
    log: eventStore,
    projection: tallyOf(),
    lifeCycle: unobserved,
    now: () => new Date(),
    onMoved: moved.resolve,
    onPassed: () => undefined,
    isAwaited: () => false,
  };
  return { feed: new ProjectionFeed(settings, hold), moved: moved.promise };
};

/** Ends the connection in its first commit: rows and checkpoint are written, and neither stays. */
const crashAtFirstCommitOf = (table: string) =>
  fixture.pool.query(`
    create sequence test.commits;
    create function test.crash() returns trigger language plpgsql as $$ begin
      if nextval('test.commits') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$;
    create constraint trigger crash after insert on ${table} deferrable initially deferred
      for each row execute function test.crash()`);

describe('a running projection', () => {
  it('a projection applies what is in the log and then what comes, in order', async () => {
    await fixture.append({ key: 'a' }, { key: 'b', characters: 5 });
    fixture.run([tallyOf(), entriesOf()]);
    const { position, ids } = await fixture.append({ key: 'a' }, { key: 'a', characters: 7 });
    await fixture.passed('tally', position);
    await fixture.passed('entries', position);
    expect(await fixture.tallies()).toEqual([
      { key_id: 'a', texts: 3, characters: 27 },
      { key_id: 'b', texts: 1, characters: 5 },
    ]);
    expect((await fixture.entries()).slice(2)).toEqual(ids);
  });

  it('a projection applies events once when the connection dies in the commit', async () => {
    await crashAtFirstCommitOf('test.tally');
    const { position } = await fixture.append({}, {});
    fixture.run([tallyOf()]);
    await fixture.passed('tally', position);
    expect(await fixture.tallies()).toEqual([{ key_id: 'key_1', texts: 2, characters: 20 }]);
    const { rows } = await fixture.pool.query('select last_value::int from test.commits');
    expect(rows[0].last_value).toBeGreaterThan(1);
  });

  it('a projection applies events once that are delivered again', async () => {
    const { eventStore } = fixture;
    const repeating: EventStore = {
      append: (...append) => eventStore.append(...append),
      readStream: (...read) => eventStore.readStream(...read),
      readAll: (read) => eventStore.readAll(read),
      async *subscribeToAll(options) {
        for await (const page of eventStore.subscribeToAll(options)) {
          yield page;
          yield page;
        }
      },
      head: () => eventStore.head(),
      close: () => eventStore.close(),
    };
    fixture.run([tallyOf()], repeating);
    const { position } = await fixture.append({}, {}, {});
    await fixture.passed('tally', position);
    const after = await fixture.append({});
    await fixture.passed('tally', after.position);
    expect(await fixture.tallies()).toEqual([{ key_id: 'key_1', texts: 4, characters: 40 }]);
  });

  it('a projection goes on from the stored checkpoint when another runner has moved it', async () => {
    fixture.run([tallyOf()]);
    const before = await fixture.append({});
    await fixture.passed('tally', before.position);
    const skipped = await fixture.append({ key: 'skipped' }).then(async ({ position }) => {
      await fixture.passed('tally', position);
      return fixture.appendOther();
    });
    await fixture.passed('tally', skipped);
    await fixture.pool.query('update projection.checkpoint set position = $1', [before.position]);
    const { position } = await fixture.append({ key: 'after' });
    await fixture.passed('tally', position);
    // Set back by hand, the checkpoint has the event in between applied again: the runner trusts the stored one.
    expect(await fixture.tallies()).toEqual([
      { key_id: 'after', texts: 1, characters: 10 },
      { key_id: 'key_1', texts: 1, characters: 10 },
      { key_id: 'skipped', texts: 2, characters: 20 },
    ]);
  });

  it('a runner writes nothing once a later holder of its lease has written', async () => {
    const paused = await feedOf(1n);
    const successor = await feedOf(2n);
    const { position } = await fixture.append({});
    await expect(paused.feed.run(new AbortController().signal)).rejects.toThrow(CheckpointMismatchError);
    expect(await fixture.tallies()).toEqual([]);
    const stop = new AbortController();
    const running = successor.feed.run(stop.signal);
    await successor.moved;
    await fixture.passed('tally', position);
    stop.abort();
    await running;
    expect(await fixture.tallies()).toEqual([{ key_id: 'key_1', texts: 1, characters: 10 }]);
  });

  it('a runner is refused a checkpoint that a later holder has claimed', async () => {
    await feedOf(2n);
    await expect(feedOf(1n)).rejects.toThrow(CheckpointMismatchError);
  });

  it('a checkpoint moves only from where it stands', async () => {
    const hold = await claimCheckpoint(fixture.pool, tallyOf(), 1n, new Date());
    const { position } = await fixture.append({});
    await moveCheckpoint(fixture.pool, hold, position, new Date());
    await expect(moveCheckpoint(fixture.pool, hold, position, new Date())).rejects.toThrow(CheckpointMismatchError);
  });

  it('a checkpoint moves past events that are not handled, and nothing is written when none come', async () => {
    fixture.run([tallyOf()]);
    const position = await fixture.appendOther();
    await fixture.passed('tally', position);
    const version = async () => (await fixture.pool.query('select xmin::text from projection.checkpoint')).rows;
    const before = await version();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await version()).toEqual(before);
  });

  it('a projection is taken over by another runner, with nothing lost or repeated', async () => {
    const runners = [fixture.run([tallyOf(), entriesOf()]), fixture.run([tallyOf(), entriesOf()])];
    const ids: string[] = [];
    for (const runner of runners) {
      ids.push(...(await fixture.append({}, {}, {})).ids);
      const { position, ids: last } = await fixture.append({});
      ids.push(...last);
      if (runner === runners[0]) await runner.stop();
      await fixture.passed('tally', position);
      await fixture.passed('entries', position);
    }
    expect(await fixture.tallies()).toEqual([{ key_id: 'key_1', texts: 8, characters: 80 }]);
    expect(await fixture.entries()).toEqual(ids);
  });
});
