import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DependencyAwayError } from '#libs/platform/errors/dependency-away.error.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { entriesOf, ProjectionFixture, tallyOf } from '../projection.fixture.js';
import { createProjectionRunner } from '../runner/projection-runner.js';
import { progressChannel } from './progress-channels.js';
import { createProjectionProgress, type ProjectionProgress } from './projection-progress.js';
import { projectionStatus } from './projection-status.js';

let fixture: ProjectionFixture;
let progress: ProjectionProgress;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
beforeEach(() => {
  progress = createProjectionProgress({ pool: fixture.pool, listener: fixture.direct });
});
afterEach(async () => {
  progress.close();
  await fixture.clear();
});
afterAll(() => fixture.close());

const far = '9'.repeat(19) as Position;

describe('waiting for a projection', () => {
  it('waiting for a projection lets a caller read its own write', async () => {
    fixture.run([tallyOf(), entriesOf()]);
    for (let texts = 1; texts <= 20; texts += 1) {
      const { position } = await fixture.append({});
      expect(await progress.waitFor(['tally', 'entries'], position, 30_000)).toBe(true);
      expect((await fixture.tallies())[0]?.texts).toBe(texts);
      expect((await fixture.entries()).length).toBe(texts);
    }
  });

  it('waiting for a projection succeeds for a write that it passed before anybody asked', async () => {
    fixture.run([tallyOf()]);
    const { position } = await fixture.append({});
    await fixture.passed('tally', position);
    const late = createProjectionProgress({ pool: fixture.pool, listener: fixture.direct });
    expect(await late.waitFor(['tally'], position, 30_000)).toBe(true);
    late.close();
  });

  it('waiting for a projection ends for a position that only events of other types are at', async () => {
    fixture.run([tallyOf()]);
    expect(await progress.waitFor(['tally'], await fixture.appendOther(), 30_000)).toBe(true);
  });

  it('waiting times out while one of the projections is behind', async () => {
    fixture.run([tallyOf()]);
    const { position } = await fixture.append({});
    expect(await progress.waitFor(['tally'], position, 30_000)).toBe(true);
    expect(await progress.waitFor(['tally', 'entries'], position, 50)).toBe(false);
    expect(await progress.waitFor(['tally'], far, 50)).toBe(false);
  });

  it('notifications are sent only while somebody waits, also of what was passed before', async () => {
    const listener = new Client({ connectionString: fixture.url });
    await listener.connect();
    let told = 0;
    listener.on('notification', () => {
      told += 1;
    });
    await listener.query(`listen ${progressChannel}`);
    fixture.run([tallyOf(), entriesOf()]);
    const { position } = await fixture.append({});
    await fixture.until(async () => (await fixture.entries()).length === 1 && (await fixture.tallies()).length === 1);
    await listener.query('select'); // earlier notifications arrive before the result
    expect(told).toBe(0);
    const other = await fixture.appendOther();
    expect(await progress.waitFor(['tally', 'entries'], position, 30_000)).toBe(true);
    expect(await progress.waitFor(['tally', 'entries'], other, 30_000)).toBe(true);
    await listener.query('select');
    expect(told).toBeGreaterThan(0);
    await listener.end();
  });

  it('waiting for a projection works without notifications', async () => {
    await fixture.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen projection_progress%'`,
    );
    fixture.run([tallyOf()]);
    const { position } = await fixture.append({});
    expect(await progress.waitFor(['tally'], position, 30_000)).toBe(true);
  });
});

describe('the status of a projection', () => {
  const statusAt = async (now: Date, projections = [tallyOf()]) => {
    const { pool, eventStore } = fixture;
    return (await projectionStatus({ pool, eventStore, projections, now: () => now }))[0];
  };

  it('the status of a projection that has never run shows the whole log as its lag', async () => {
    await fixture.append({}, {});
    await fixture.appendOther();
    expect(await statusAt(new Date(Date.now() + 60_000))).toMatchObject({
      state: 'waiting',
      position: '',
      lagEvents: 2,
      lagSeconds: expect.closeTo(60, -1),
      parkedLanes: 0,
      oldestParkedSeconds: undefined,
    });
  });

  it('the status of a projection names parked events and for how long they are parked', async () => {
    const failing = tallyOf(() => {
      throw new Error('not yet understood');
    });
    fixture.run([failing]);
    const { position } = await fixture.append({ key: 'a' }, { key: 'b' }, { key: 'b' });
    await fixture.passed('tally', position);
    expect(await statusAt(new Date(Date.now() + 600_000))).toMatchObject({
      position,
      lagEvents: 0,
      lagSeconds: 0,
      parkedLanes: 2,
      parkedEvents: 3,
      oldestParkedSeconds: expect.closeTo(600, -2),
    });
  });

  it('the status of a projection shows a rebuild under way, and not one that died', async () => {
    await fixture.pool.query(`insert into projection.rebuild values ('tally', 0.25, '2026-11-21T10:00:00Z')`);
    expect(await statusAt(new Date('2026-11-21T10:00:05Z'))).toMatchObject({ state: 'rebuilding', rebuilt: 0.25 });
    expect(await statusAt(new Date('2026-11-21T10:05:00Z'))).toMatchObject({ state: 'waiting', rebuilt: undefined });
  });
});

describe('the status for a page of metrics', () => {
  /** The store, with what a look at the status costs. */
  const counting = () => {
    const { eventStore } = fixture;
    const counts = { head: 0, readAll: 0 };
    const counted: EventStore = {
      append: (...all) => eventStore.append(...all),
      readStream: (...all) => eventStore.readStream(...all),
      subscribeToAll: (options) => eventStore.subscribeToAll(options),
      head: () => {
        counts.head += 1;
        return eventStore.head();
      },
      readAll: (options) => {
        counts.readAll += 1;
        return eventStore.readAll(options);
      },
      close: async () => undefined,
    };
    return { counted, counts };
  };

  it('costs one look at the head for all projections, and no read of the log for each, under load and at rest', async () => {
    const { counted, counts } = counting();
    const runner = fixture.run([tallyOf(), entriesOf()], counted);
    const { position } = await fixture.append({});
    await fixture.passed('tally', position);
    await fixture.passed('entries', position);
    await fixture.until(async () => (await runner.observe()).every(({ lagEvents }) => lagEvents === 0));
    const before = { ...counts };
    for (let look = 0; look < 20; look += 1) {
      if (look < 5) await Promise.all([fixture.append({ key: `key_${look}` }), fixture.appendOther()]);
      await runner.observe();
    }
    expect(counts.head).toBe(before.head + 20);
    // What follows the log may read for each of the five appends; a look that read it would have made 20 reads more.
    expect(counts.readAll - before.readAll).toBeLessThan(20);
  });

  it('counts all that a halted projection has not applied, and never says less', async () => {
    const unread = randomUUID();
    const halting = entriesOf(({ id }) => {
      if (id === unread) throw new Error('not yet understood');
    });
    const runner = fixture.run([tallyOf(), halting]);
    await fixture.passed('entries', (await fixture.append({})).position);
    await fixture.append({ id: unread });
    await fixture.until(async () => (await runner.observe())[1]?.state === 'halted');
    for (let behind = 2; behind < 8; behind += 1) {
      await fixture.append({ key: `key_${behind}` });
      const [, { lagEvents, lagSeconds } = {}] = await runner.observe();
      expect([lagEvents, lagSeconds]).toEqual([behind, expect.any(Number)]);
    }
  });

  it('is unknown, and not none, in a process that follows nothing', async () => {
    const runner = createProjectionRunner({
      ...{ pool: fixture.pool, listener: fixture.direct, eventStore: fixture.eventStore, leases: fixture.leases },
      projections: [tallyOf()],
    });
    await fixture.append({});
    expect(await runner.observe()).toMatchObject([{ lagEvents: undefined, lagSeconds: undefined }]);
    await runner.stop();
  });
});

it('a reader does not wait while the database is known to be away', async () => {
  const away = () => Promise.reject(new DependencyAwayError('The database'));
  const refused = createProjectionProgress({ pool: { query: away } as unknown as Pool });
  const never = new Promise((resolve) => setTimeout(() => resolve('waited'), 30_000).unref());
  const waited = refused.waitFor(['tally'], far, 60_000);
  expect(await Promise.race([waited, never])).toBe(false);
  refused.close();
});
