import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import { tampering } from '#libs/ports/event-store/postgres/unguarded-log.fixture.js';
import { ProjectionFixture, tallyOf } from '../projection.fixture.js';
import { renewProjections } from '../renew-projections.js';

/** The log alone is restored: the read models and their checkpoints are in another database in production. */
describe('a projection whose log was restored to an earlier time', () => {
  let fixture: ProjectionFixture;
  beforeAll(async () => {
    fixture = await ProjectionFixture.open();
  });
  afterAll(() => fixture.close());

  it('it halts by name, applies nothing of the new time, and is made anew when the log is adopted', async () => {
    const { pool, eventStore } = fixture;
    const kept = await fixture.append({ key: 'kept' });
    const first = fixture.run([tallyOf()]);
    await fixture.passed('tally', kept.position);
    const lost = await fixture.append({ key: 'lost' }, { key: 'lost' });
    await fixture.passed('tally', lost.position);
    await first.stop();
    await pool.query(tampering(`delete from event_store.events where position > ${BigInt(kept.position)}`));
    fixture.run([tallyOf()]);
    await fixture.until(async () => (await fixture.checkpoint('tally')).state === 'halted');
    const { reason } = await fixture.checkpoint('tally');
    expect(reason).toContain('has passed events that the event log does not hold');
    expect(fixture.told).toContainEqual({
      event: 'log.replaced',
      facts: { reader: 'projection:tally', position: lost.position, soundTo: kept.position },
    });
    const since = await fixture.append({ key: 'since' });
    expect((await fixture.tallies()).map(({ key_id }) => key_id)).toEqual(['kept', 'lost']);

    const soundPlace = await new LogTrail(pool, eventStore).soundPlaces(undefined);
    expect(await renewProjections(pool, [tallyOf()], soundPlace)).toEqual([
      { reader: 'projection:tally', position: lost.position, soundTo: kept.position },
    ]);
    await fixture.passed('tally', since.position);
    await fixture.until(async () => (await fixture.checkpoint('tally')).state === 'running');
    expect((await fixture.tallies()).map(({ key_id }) => key_id)).toEqual(['kept', 'since']);
    expect(await renewProjections(pool, [tallyOf()], soundPlace)).toEqual([]);
  });
});
