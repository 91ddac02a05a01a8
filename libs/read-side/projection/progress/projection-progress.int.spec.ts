import { Client, type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DependencyAwayError } from '#libs/platform/errors/dependency-away.error.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { entriesOf, ProjectionFixture, tallyOf } from '../projection.fixture.js';
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

it('a reader does not wait while the database is known to be away', async () => {
  const away = () => Promise.reject(new DependencyAwayError('The database'));
  const refused = createProjectionProgress({ pool: { query: away } as unknown as Pool });
  const never = new Promise((resolve) => setTimeout(() => resolve('waited'), 30_000).unref());
  const waited = refused.waitFor(['tally'], far, 60_000);
  expect(await Promise.race([waited, never])).toBe(false);
  refused.close();
});
