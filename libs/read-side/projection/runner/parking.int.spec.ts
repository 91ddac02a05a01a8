import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, ProjectionFixture, type TextFacts, tallyOf } from '../projection.fixture.js';

let fixture: ProjectionFixture;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
afterEach(() => {
  failing.clear();
  return fixture.clear();
});
afterAll(() => fixture.close());

/** Ids of events that handlers fail on until they are repaired. */
const failing = new Set<string>();
const fail = ({ id }: { id: string }): void => {
  if (failing.has(id)) throw new Error('not yet understood');
};

const parked = async () => {
  const { rows } = await fixture.pool.query(
    'select lane, event_id, reason, attempts from projection.parked_event order by position',
  );
  return rows;
};

/** Appends failing events, whose ids are known before a runner can see them. */
const appendFailing = (...texts: TextFacts[]) => {
  const identified = texts.map((text) => ({ ...text, id: randomUUID() }));
  for (const { id } of identified) failing.add(id);
  return fixture.append(...identified);
};

describe('an event that fails', () => {
  it('a failing event parks its lane and later events behind it, and the other lanes go on', async () => {
    await fixture.append({ key: 'good' }, { key: 'bad' });
    const { ids } = await appendFailing({ key: 'bad', characters: 100 });
    const behind = await fixture.append({ key: 'bad' }, { key: 'good' });
    fixture.run([tallyOf(fail)]);
    const later = await fixture.append({ key: 'bad' }, { key: 'good' });
    await fixture.passed('tally', later.position);
    expect(await fixture.tallies()).toEqual([
      { key_id: 'bad', texts: 1, characters: 10 },
      { key_id: 'good', texts: 3, characters: 30 },
    ]);
    expect(await parked()).toEqual([
      {
        lane: 'text_usage-bad',
        event_id: ids[0],
        reason: 'EventHandlingError: Error: not yet understood',
        attempts: 1,
      },
      { lane: 'text_usage-bad', event_id: behind.ids[0], reason: null, attempts: 0 },
      { lane: 'text_usage-bad', event_id: later.ids[0], reason: null, attempts: 0 },
    ]);
  });

  it('a failing event is reported once with its cause when it is parked, and those behind it are not', async () => {
    const { ids, position } = await appendFailing({ key: 'bad' });
    const behind = await fixture.append({ key: 'bad' });
    fixture.run([tallyOf(fail)]);
    await fixture.passed('tally', behind.position);
    const at = { event: ids[0], type: 'TextTranslated', position };
    const thrown = { name: 'Error', stack: expect.arrayContaining([expect.stringContaining('fail')]) };
    const facts = { projection: 'tally', attempt: 1, ...at, cause: { name: 'EventHandlingError', cause: thrown } };
    // It is said after the transaction that others see already.
    await fixture.until(async () => fixture.told.length > 0);
    expect(fixture.told).toMatchObject([{ event: 'projection.parked', facts }]);
    expect(JSON.stringify(fixture.told)).not.toContain('not yet understood');
  });

  it('an event that the table refuses is parked with its cause but without values', async () => {
    fixture.run([tallyOf()]);
    const { ids } = await fixture.append({ key: 'secret-key', characters: 1_000_001 });
    const { position } = await fixture.append({ key: 'good' });
    await fixture.passed('tally', position);
    const lanes = await parked();
    expect(lanes).toEqual([
      { lane: 'text_usage-secret-key', event_id: ids[0], reason: 'PostgreSQL 23514 tally few_characters', attempts: 1 },
    ]);
    expect(await fixture.tallies()).toEqual([{ key_id: 'good', texts: 1, characters: 10 }]);
  });

  it('a failing event is found in a large batch with others that fail', async () => {
    const appended = [];
    for (let i = 0; i < 60; i += 1) {
      const key = `key_${i % 10}`;
      appended.push(await (i === 17 || i === 41 ? appendFailing({ key }) : fixture.append({ key })));
    }
    fixture.run([tallyOf(fail)]);
    await fixture.passed('tally', appended.at(-1)?.position ?? ('' as never));
    const tallies = await fixture.tallies();
    expect(tallies.map(({ texts }) => texts)).toEqual([6, 4, 6, 6, 6, 6, 6, 1, 6, 6]);
    expect((await parked()).length).toBe(7);
  });

  it('a retry applies a parked event and those behind it, in order, and the lane goes on', async () => {
    const runner = fixture.run([tallyOf(fail)]);
    await appendFailing({ key: 'bad' });
    const { position } = await fixture.append({ key: 'bad' }, { key: 'bad' });
    await fixture.passed('tally', position);
    expect(await runner.retryParked('tally')).toEqual({ applied: 0, stillParked: ['text_usage-bad'] });
    expect((await parked())[0]).toMatchObject({ attempts: 2 });

    failing.clear();
    expect(await runner.retryParked('tally', 'text_usage-bad')).toEqual({ applied: 3, stillParked: [] });
    const after = await fixture.append({ key: 'bad' });
    await fixture.passed('tally', after.position);
    expect(await parked()).toEqual([]);
    expect(await fixture.tallies()).toEqual([{ key_id: 'bad', texts: 4, characters: 40 }]);
  });

  it('a lane stays parked across a restart of the runner', async () => {
    const runner = fixture.run([tallyOf(fail)]);
    const { position } = await appendFailing({ key: 'bad' });
    await fixture.passed('tally', position);
    await runner.stop();
    fixture.run([tallyOf(fail)]);
    const later = await fixture.append({ key: 'bad' });
    await fixture.passed('tally', later.position);
    expect((await parked()).length).toBe(2);
    expect(await fixture.tallies()).toEqual([]);
  });

  it('a failing event halts a projection that never skips, after all before it, and is tried until it works', async () => {
    const before = await fixture.append({}, { organization: 'org_2' });
    const { ids, position } = await appendFailing({});
    const after = await fixture.append({ organization: 'org_2' });
    const runner = fixture.run([entriesOf(fail)]);
    await fixture.until(async () => (await runner.status())[0]?.state === 'halted');
    const [status] = await runner.status();
    expect(status).toMatchObject({ position: before.position, lagEvents: 2, parkedEvents: 0 });
    expect(status?.reason).toContain(`TextTranslated ${ids[0]} at ${position}`);
    expect(await fixture.entries('org_2')).toEqual([before.ids[1]]);
    const at = { projection: 'entries', attempt: 1, event: ids[0], type: 'TextTranslated', position };
    const cause = { name: 'ProjectionHaltedError', cause: { name: 'EventHandlingError', cause: { name: 'Error' } } };
    expect(fixture.told[0]).toMatchObject({ event: 'projection.halted', facts: { ...at, cause } });

    failing.clear();
    await fixture.passed('entries', after.position);
    expect(await fixture.entries()).toEqual([before.ids[0], ids[0]]);
    await fixture.until(async () => (await runner.status())[0]?.state === 'running');
    expect((await runner.status())[0]).toMatchObject({ reason: undefined, lagEvents: 0 });
  });

  it('a missing table parks no event: the projection waits', async () => {
    const runner = fixture.run([tallyOf()]);
    await fixture.passed('tally', (await fixture.append({})).position);
    await fixture.pool.query('alter table test.tally rename to elsewhere');
    const { position } = await fixture.append({ key: 'later' });
    await fixture.until(async () => (await runner.status())[0]?.state === 'waiting');
    expect(await parked()).toEqual([]);
    const cause = { name: 'DatabaseError', code: '42P01' };
    expect(fixture.told[0]).toMatchObject({
      event: 'projection.retried',
      facts: { projection: 'tally', attempt: 1, cause },
    });
    await fixture.pool.query('alter table test.elsewhere rename to tally');
    await fixture.passed('tally', position);
    expect((await fixture.tallies()).length).toBe(2);
  });
});
