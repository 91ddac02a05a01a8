import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore, ReadAllOptions } from '#libs/ports/event-store/event-store.port.js';
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

describe('whether a read model is complete', () => {
  afterEach(() => {
    isRunning = false;
  });

  it('a projection that has applied the log lags behind nothing', async () => {
    run();
    await fixture.append({ key: 'a' });
    expect(await completeness().isLagging(tallyOf(), 'a')).toBe(false);
    expect(lagging).toEqual([]);
  });

  it('a log that takes too long to walk is answered in time, as one that may hold more', async () => {
    const runner = run();
    await fixture.passed('tally', (await fixture.append({ key: 'a' })).position);
    await runner.stop();
    isRunning = false;
    await fixture.appendOther();
    const endless = {
      head: () => fixture.eventStore.head(),
      readAll: async ({ after }: ReadAllOptions) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { events: [], position: after, atEnd: false };
      },
    };
    const begun = performance.now();
    expect(await completeness(endless).isLagging(tallyOf(), 'a')).toBe(true);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('a projection that is stopped lags behind what came since', async () => {
    const runner = run();
    const { position } = await fixture.append({ key: 'a' });
    await fixture.passed('tally', position);
    await runner.stop();
    isRunning = false;
    await fixture.append({ key: 'a' });
    expect(await completeness().isLagging(tallyOf(), 'a')).toBe(true);
    expect(lagging).toEqual(['tally']);
  });

  it('a projection that is stopped before it needed anything of the log misses nothing', async () => {
    await fixture.appendOther();
    expect(await completeness().isLagging(tallyOf(), 'a')).toBe(false);
  });

  it('a projection that has never run lacks everything', async () => {
    await fixture.append({ key: 'a' });
    expect(await completeness().isLagging(tallyOf(), 'a')).toBe(true);
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
    expect(await completeness().isLagging(tallyOf(), 'a')).toBe(true);
    expect(await completeness().isLagging(tallyOf(), 'b')).toBe(false);
  });

  it('nobody can say that a read model is complete while the event store is away', async () => {
    run();
    const { position } = await fixture.append({ key: 'a' });
    await fixture.passed('tally', position);
    const away = { head: () => Promise.reject(new Error('away')), readAll: () => Promise.reject(new Error('away')) };
    expect(await completeness(away).isLagging(tallyOf(), 'a')).toBe(true);
  });
});
