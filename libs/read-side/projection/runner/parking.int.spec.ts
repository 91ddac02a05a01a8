import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, ProjectionScene, type TextFacts, tallyOf } from '../projection.fixture.js';

let scene: ProjectionScene;
beforeAll(async () => {
  scene = await ProjectionScene.open();
});
afterEach(() => {
  failing.clear();
  return scene.clear();
});
afterAll(() => scene.close());

/** Ids of events that handlers fail on until they are repaired. */
const failing = new Set<string>();
const fail = ({ id }: { id: string }): void => {
  if (failing.has(id)) throw new Error('not yet understood');
};

const parked = async () => {
  const { rows } = await scene.pool.query(
    'select lane, event_id, reason, attempts from projection.parked_event order by position',
  );
  return rows;
};

/** Appends failing events, whose ids are known before a runner can see them. */
const appendFailing = (...texts: TextFacts[]) => {
  const identified = texts.map((text) => ({ ...text, id: randomUUID() }));
  for (const { id } of identified) failing.add(id);
  return scene.append(...identified);
};

describe('an event that fails', () => {
  it('a failing event parks its lane and later events behind it, and the other lanes go on', async () => {
    await scene.append({ key: 'good' }, { key: 'bad' });
    const { ids } = await appendFailing({ key: 'bad', characters: 100 });
    const behind = await scene.append({ key: 'bad' }, { key: 'good' });
    scene.run([tallyOf(fail)]);
    const later = await scene.append({ key: 'bad' }, { key: 'good' });
    await scene.passed('tally', later.position);
    expect(await scene.tallies()).toEqual([
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
    const behind = await scene.append({ key: 'bad' });
    scene.run([tallyOf(fail)]);
    await scene.passed('tally', behind.position);
    const at = { event: ids[0], type: 'TextTranslated', position };
    const thrown = { name: 'Error', stack: expect.arrayContaining([expect.stringContaining('fail')]) };
    const facts = { projection: 'tally', attempt: 1, ...at, cause: { name: 'EventHandlingError', cause: thrown } };
    expect(scene.told).toMatchObject([{ event: 'projection.parked', facts }]);
    expect(JSON.stringify(scene.told)).not.toContain('not yet understood');
  });

  it('an event that the table refuses is parked with its cause but without values', async () => {
    scene.run([tallyOf()]);
    const { ids } = await scene.append({ key: 'secret-key', characters: 1_000_001 });
    const { position } = await scene.append({ key: 'good' });
    await scene.passed('tally', position);
    const lanes = await parked();
    expect(lanes).toEqual([
      { lane: 'text_usage-secret-key', event_id: ids[0], reason: 'PostgreSQL 23514 tally few_characters', attempts: 1 },
    ]);
    expect(await scene.tallies()).toEqual([{ key_id: 'good', texts: 1, characters: 10 }]);
  });

  it('a failing event is found in a large batch with others that fail', async () => {
    const appended = [];
    for (let i = 0; i < 60; i += 1) {
      const key = `key_${i % 10}`;
      appended.push(await (i === 17 || i === 41 ? appendFailing({ key }) : scene.append({ key })));
    }
    scene.run([tallyOf(fail)]);
    await scene.passed('tally', appended.at(-1)?.position ?? ('' as never));
    const tallies = await scene.tallies();
    expect(tallies.map(({ texts }) => texts)).toEqual([6, 4, 6, 6, 6, 6, 6, 1, 6, 6]);
    expect((await parked()).length).toBe(7);
  });

  it('a retry applies a parked event and those behind it, in order, and the lane goes on', async () => {
    const runner = scene.run([tallyOf(fail)]);
    await appendFailing({ key: 'bad' });
    const { position } = await scene.append({ key: 'bad' }, { key: 'bad' });
    await scene.passed('tally', position);
    expect(await runner.retryParked('tally')).toEqual({ applied: 0, stillParked: ['text_usage-bad'] });
    expect((await parked())[0]).toMatchObject({ attempts: 2 });

    failing.clear();
    expect(await runner.retryParked('tally', 'text_usage-bad')).toEqual({ applied: 3, stillParked: [] });
    const after = await scene.append({ key: 'bad' });
    await scene.passed('tally', after.position);
    expect(await parked()).toEqual([]);
    expect(await scene.tallies()).toEqual([{ key_id: 'bad', texts: 4, characters: 40 }]);
  });

  it('a lane stays parked across a restart of the runner', async () => {
    const runner = scene.run([tallyOf(fail)]);
    const { position } = await appendFailing({ key: 'bad' });
    await scene.passed('tally', position);
    await runner.stop();
    scene.run([tallyOf(fail)]);
    const later = await scene.append({ key: 'bad' });
    await scene.passed('tally', later.position);
    expect((await parked()).length).toBe(2);
    expect(await scene.tallies()).toEqual([]);
  });

  it('a failing event halts a projection that never skips, after all before it, and is tried until it works', async () => {
    const before = await scene.append({}, { organization: 'org_2' });
    const { ids, position } = await appendFailing({});
    const after = await scene.append({ organization: 'org_2' });
    const runner = scene.run([entriesOf(fail)]);
    await scene.until(async () => (await runner.status())[0]?.state === 'halted');
    const [status] = await runner.status();
    expect(status).toMatchObject({ position: before.position, lagEvents: 2, parkedEvents: 0 });
    expect(status?.reason).toContain(`TextTranslated ${ids[0]} at ${position}`);
    expect(await scene.entries('org_2')).toEqual([before.ids[1]]);
    const at = { projection: 'entries', attempt: 1, event: ids[0], type: 'TextTranslated', position };
    const cause = { name: 'ProjectionHaltedError', cause: { name: 'EventHandlingError', cause: { name: 'Error' } } };
    expect(scene.told[0]).toMatchObject({ event: 'projection.halted', facts: { ...at, cause } });

    failing.clear();
    await scene.passed('entries', after.position);
    expect(await scene.entries()).toEqual([before.ids[0], ids[0]]);
    await scene.until(async () => (await runner.status())[0]?.state === 'running');
    expect((await runner.status())[0]).toMatchObject({ reason: undefined, lagEvents: 0 });
  });

  it('a missing table parks no event: the projection waits', async () => {
    const runner = scene.run([tallyOf()]);
    await scene.passed('tally', (await scene.append({})).position);
    await scene.pool.query('alter table test.tally rename to elsewhere');
    const { position } = await scene.append({ key: 'later' });
    await scene.until(async () => (await runner.status())[0]?.state === 'waiting');
    expect(await parked()).toEqual([]);
    const cause = { name: 'DatabaseError', code: '42P01' };
    expect(scene.told[0]).toMatchObject({
      event: 'projection.retried',
      facts: { projection: 'tally', attempt: 1, cause },
    });
    await scene.pool.query('alter table test.elsewhere rename to tally');
    await scene.passed('tally', position);
    expect((await scene.tallies()).length).toBe(2);
  });
});
