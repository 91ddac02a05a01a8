import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readModelsDependency } from '../progress/projection-health.js';
import { entriesOf, ProjectionFixture, type TextFacts } from '../projection.fixture.js';
import { rebuildProjection } from '../rebuild/projection-rebuild.js';
import { maxHeldLanes } from './held-lanes.js';

let fixture: ProjectionFixture;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
afterEach(() => {
  failing.clear();
  return fixture.clear();
});
afterAll(() => fixture.close());

/** Ids of events that handlers fail on until they are mended. */
const failing = new Set<string>();
const fail = ({ id }: { id: string }): void => {
  if (failing.has(id)) throw new Error('not yet understood');
};

/** A log of entries for each organization, with numbers that have no gaps. */
const entries = { ...entriesOf(fail), onFailure: 'hold' as const };

const appendFailing = (...texts: TextFacts[]) => {
  const identified = texts.map((text) => ({ ...text, id: randomUUID() }));
  for (const { id } of identified) failing.add(id);
  return fixture.append(...identified);
};

const health = (clock?: () => number) =>
  readModelsDependency({
    pool: fixture.pool,
    eventStore: fixture.eventStore,
    projections: [entries],
    ...(clock === undefined ? {} : { clock }),
  });

describe('a projection that holds organizations back', () => {
  it('an event that fails holds back its organization from there on, and every other goes on', async () => {
    const before = await fixture.append({}, { organization: 'org_2' });
    const { ids, position } = await appendFailing({});
    const behind = await fixture.append({}, { organization: 'org_2' });
    const runner = fixture.run([entries]);
    const later = await fixture.append({ organization: 'org_3' }, {}, { organization: 'org_2' });
    await fixture.passed('entries', later.position);

    expect(await fixture.entries('org_1')).toEqual([before.ids[0]]);
    expect(await fixture.entries('org_2')).toEqual([before.ids[1], behind.ids[1], later.ids[2]]);
    expect(await fixture.entries('org_3')).toEqual([later.ids[0]]);
    const [status] = await runner.status();
    const held = { lane: 'org_1', eventId: ids[0], eventType: 'TextTranslated', position, attempts: 1 };
    expect(status).toMatchObject({ state: 'running', lagEvents: 0, parkedEvents: 0, heldLanes: [held] });
    expect(status?.heldLanes[0]?.reason).toBe('EventHandlingError: Error: not yet understood');
    const facts = { projection: 'entries', lane: 'org_1', attempt: 1, event: ids[0], type: 'TextTranslated', position };
    expect(fixture.told).toMatchObject([{ event: 'projection.held', facts }]);
    await expect(health().check()).rejects.toThrow('The projection entries holds org_1 back.');
  });

  it('a retry after the mend catches up from the log in order, without gap or double, and the rest follows', async () => {
    const runner = fixture.run([entries]);
    const first = await fixture.append({});
    const { ids } = await appendFailing({});
    const behind = await fixture.append({ organization: 'org_2' }, {}, {}, { organization: 'org_2' }, {});
    await fixture.passed('entries', behind.position);
    expect(await runner.retryParked('entries')).toEqual({ applied: 0, stillParked: ['org_1'] });
    expect((await runner.status())[0]?.heldLanes).toMatchObject([{ attempts: 2 }]);

    failing.clear();
    expect(await runner.retryParked('entries', 'org_1')).toEqual({ applied: 4, stillParked: [] });
    const after = await fixture.append({}, { organization: 'org_2' });
    await fixture.passed('entries', after.position);
    const mine = [first.ids[0], ids[0], behind.ids[1], behind.ids[2], behind.ids[4], after.ids[0]];
    expect(await fixture.entries('org_1')).toEqual(mine);
    expect(await fixture.entries('org_2')).toEqual([behind.ids[0], behind.ids[3], after.ids[1]]);
    expect((await runner.status())[0]?.heldLanes).toEqual([]);
    await health().check();

    const { pool, eventStore, leases } = fixture;
    const { comparison } = await rebuildProjection({ pool, eventStore, leases, projection: entries });
    expect(comparison.kind).toBe('equal');
  });

  it('a retry that meets another failing event applies what is before it and holds from there', async () => {
    const runner = fixture.run([entries]);
    const one = await appendFailing({});
    const between = await fixture.append({});
    const two = await appendFailing({});
    const { position } = await fixture.append({});
    await fixture.passed('entries', position);
    failing.delete(one.ids[0] ?? '');
    expect(await runner.retryParked('entries')).toEqual({ applied: 2, stillParked: ['org_1'] });
    expect(await fixture.entries('org_1')).toEqual([one.ids[0], between.ids[0]]);
    expect((await runner.status())[0]?.heldLanes).toMatchObject([{ eventId: two.ids[0], attempts: 1 }]);
  });

  it('an organization stays held back across a restart of the runner', async () => {
    const runner = fixture.run([entries]);
    await fixture.passed('entries', (await appendFailing({})).position);
    await runner.stop();
    fixture.run([entries]);
    const later = await fixture.append({}, { organization: 'org_2' });
    await fixture.passed('entries', later.position);
    expect(await fixture.entries('org_1')).toEqual([]);
    expect(await fixture.entries('org_2')).toEqual([later.ids[1]]);
  });

  it('a retry beside the running projection loses nothing that comes meanwhile', async () => {
    const runner = fixture.run([entries]);
    const { ids } = await appendFailing({});
    const appended = [...ids];
    for (let count = 0; count < 5; count += 1) appended.push(...(await fixture.append({}, {})).ids);
    await fixture.until(async () => (await runner.status())[0]?.heldLanes.length === 1);
    failing.clear();
    const appending = (async () => {
      for (let count = 0; count < 20; count += 1) appended.push(...(await fixture.append({})).ids);
    })();
    await runner.retryParked('entries');
    await appending;
    const last = await fixture.append({});
    await fixture.passed('entries', last.position);
    expect(await fixture.entries('org_1')).toEqual([...appended, last.ids[0]]);
  });

  it('the projection halts rather than hold back more organizations than it may', async () => {
    const organizations = Array.from({ length: maxHeldLanes + 1 }, (_, index) => ({ organization: `org_${index}` }));
    await appendFailing(...organizations);
    const runner = fixture.run([entries]);
    await fixture.until(async () => (await runner.status())[0]?.state === 'halted');
    expect((await runner.status())[0]?.heldLanes).toHaveLength(maxHeldLanes);
    await expect(health().check()).rejects.toThrow('The projection entries is halted.');
  });

  it('an event of which nobody can say whose it is halts the projection', async () => {
    const projection = { ...entries, laneKey: () => '' };
    await appendFailing({});
    const runner = fixture.run([projection]);
    await fixture.until(async () => (await runner.status())[0]?.state === 'halted');
    expect((await runner.status())[0]?.heldLanes).toEqual([]);
  });
});

describe('the health of the read models', () => {
  it('a projection that no process runs stands still as soon as the log goes on without it', async () => {
    let now = 0;
    const { check } = health(() => now);
    await check();
    await fixture.append({});
    await check();
    now += 20_000;
    await expect(check()).rejects.toThrow('The projection entries stands still.');
    const { position } = await fixture.append({});
    fixture.run([entries]);
    await fixture.passed('entries', position);
    await check();
  });
});
