import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { START } from '#libs/ports/event-store/position.js';
import { ProjectionFixture, tallyOf } from '../projection.fixture.js';
import { ReadModelCompleteness } from './completeness.js';
import { createProjectionProgress, type ProjectionProgress } from './projection-progress.js';

let fixture: ProjectionFixture;
let progress: ProjectionProgress;
let lagging: string[];
let isRunning = false;

beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
beforeEach(() => {
  progress = createProjectionProgress({ pool: fixture.pool, listener: fixture.direct });
  lagging = [];
});
afterEach(async () => {
  progress.close();
  await fixture.clear();
});
afterAll(() => fixture.close());

const completeness = (eventStore: Pick<EventStore, 'head' | 'readAll'> = fixture.eventStore) =>
  new ReadModelCompleteness({
    pool: fixture.pool,
    eventStore,
    // A reader waits long for a projection that runs, and briefly for one that does not.
    progress: { waitFor: (names, position) => progress.waitFor(names, position, isRunning ? 30_000 : 50) },
    onLagging: (projection) => lagging.push(projection),
  });
const run = () => {
  isRunning = true;
  return fixture.run([tallyOf()]);
};

describe('how far a read model is complete', () => {
  afterEach(() => {
    isRunning = false;
  });

  it('a projection that has applied the log is complete to its head, and to the time of the question', async () => {
    run();
    const before = new Date().toISOString();
    const { position } = await fixture.append({ key: 'a' });
    const complete = await completeness().of(tallyOf(), 'a');
    expect(complete).toMatchObject({ position, lagging: false });
    expect(complete.timestamp >= before).toBe(true);
    expect(lagging).toEqual([]);
  });

  it('a projection that is stopped says where it is, and since when events are missing', async () => {
    const runner = run();
    const { position } = await fixture.append({ key: 'a' });
    await fixture.passed('tally', position);
    await runner.stop();
    isRunning = false;
    await fixture.append({ key: 'a' });
    const page = await fixture.eventStore.readAll({ after: position, limit: 1 });
    expect(await completeness().of(tallyOf(), 'a')).toEqual({
      position,
      timestamp: page.events[0]?.recordedAt,
      lagging: true,
    });
    expect(lagging).toEqual(['tally']);
  });

  it('a projection that is stopped before it needed anything of the log misses nothing', async () => {
    await fixture.appendOther();
    expect(await completeness().of(tallyOf(), 'a')).toMatchObject({ lagging: false });
  });

  it('a projection that has never run lacks everything', async () => {
    await fixture.append({ key: 'a' });
    expect(await completeness().of(tallyOf(), 'a')).toMatchObject({ position: START, lagging: true });
  });

  it('a lane that is held back lags, and no other does', async () => {
    run();
    const { position } = await fixture.append({ key: 'a' });
    await fixture.passed('tally', position);
    await fixture.pool.query(
      `insert into projection.held_lane
         (projection, lane, applied_to, event_id, event_type, position, reason, attempts, held_at)
       values ('tally', 'a', $1, gen_random_uuid(), 'TextTranslated', $2, 'no', 1, now())`,
      [START, position],
    );
    expect(await completeness().of(tallyOf(), 'a')).toMatchObject({ position: START, lagging: true });
    expect(await completeness().of(tallyOf(), 'b')).toMatchObject({ position, lagging: false });
  });

  it('nobody can say that a read model is complete while the event store is away', async () => {
    run();
    const { position } = await fixture.append({ key: 'a' });
    await fixture.passed('tally', position);
    const away = { head: () => Promise.reject(new Error('away')), readAll: () => Promise.reject(new Error('away')) };
    expect(await completeness(away).of(tallyOf(), 'a')).toEqual({
      position,
      timestamp: expect.stringMatching(/^20/),
      lagging: true,
    });
  });
});
