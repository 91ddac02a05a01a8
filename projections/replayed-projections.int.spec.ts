import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReplayReport, type ReplaySettings, replayUntil } from '#libs/read-side/projection/replay/replay-until.js';
import { allProjections } from './all-projections.js';
import { detected, FilledReadModels, newEvent, now, organizationId } from './filled-read-models.fixture.js';

const checkpointsInOrder = 'select * from projection.checkpoint order by name';

describe('all projections, replayed until a moment', () => {
  let filled: FilledReadModels;

  beforeAll(async () => {
    filled = await FilledReadModels.open();
  });
  afterAll(() => filled.close());

  const replay = (changes: Partial<ReplaySettings> = {}) =>
    replayUntil({
      ...{
        pool: filled.pool,
        eventStore: filled.eventStore,
        projections: allProjections,
        until: moment,
        schema: 'auditor',
      },
      ...{ replace: false, signal: new AbortController().signal, onProgress: () => undefined },
      ...changes,
    });
  const rowsOf = async (sql: string) => (await filled.query(sql)).rows;
  const schemas = () => rowsOf(`select nspname from pg_namespace where nspname !~ '^pg_' order by nspname`);
  let moment: string;
  let then: Record<string, unknown[]>;

  beforeAll(async () => {
    then = await filled.contents();
    const [last] = await rowsOf('select max(recorded_at) as at from event_store.events');
    moment = last.at.toISOString();
    const tier = { organizationId, tier: 'pro' as const, previousTier: 'max' as const };
    const deletion = { documentId: 'doc_1', organizationId, blobIds: [], deletedAt: now };
    await setTimeout(2);
    await filled.append([newEvent('OrganizationTierChanged', tier), newEvent('DocumentDeleted', deletion), detected()]);
    await filled.caughtUp();
  });

  it('they are what they were then, in a schema of their own, and the live ones go on untouched', async () => {
    const live = await filled.contents();
    const checkpoints = await rowsOf(checkpointsInOrder);
    const reports: ReplayReport[] = [];
    const result = await replay({ onProgress: (report) => reports.push(report) });
    for (const table of filled.tables) {
      const copy = table.replace('read_model', 'auditor');
      const rows = await rowsOf(`select * from ${copy} as t order by t::text`);
      expect(rows, table).toEqual(then[table]);
      expect(result.tables).toContainEqual({ name: copy, rows: rows.length });
    }
    expect(then['read_model.organization']).not.toEqual(live['read_model.organization']);
    expect(result).toMatchObject({ schema: 'auditor', until: moment, lastAt: moment });
    expect(reports.at(-1)).toMatchObject({ events: result.events, fraction: 1 });
    expect(await filled.contents()).toEqual(live);
    const after = await rowsOf(checkpointsInOrder);
    // A live projection goes on past events that are none of its own, now and then.
    const lasting = (rows: typeof after) => rows.map(({ position: _, updated_at: __, ...row }) => row);
    expect(lasting(after)).toEqual(lasting(checkpoints));
    for (const [at, { position }] of checkpoints.entries()) expect(after[at].position >= position).toBe(true);
    const [indexes] = await rowsOf(`
      select array_agg(indexname order by indexname) filter (where schemaname = 'read_model') as live,
             array_agg(indexname order by indexname) filter (where schemaname = 'auditor') as copied
        from pg_indexes where tablename in ('audit_log', 'api_key', 'document')`);
    expect(indexes.copied).toEqual(indexes.live);
  });

  it('a schema of an earlier replay is replaced only when asked to, and one of somebody else never', async () => {
    await expect(replay()).rejects.toThrow('the read models of');
    const atStart = '2000-01-01T00:00:00.000Z';
    const { tables: empty } = await replay({ replace: true, until: atStart });
    expect(empty.every(({ rows }) => rows === 0)).toBe(true);
    const live = await filled.contents();
    for (const schema of ['read_model', 'public'])
      await expect(replay({ schema, replace: true })).rejects.toThrow('is not of a replay');
    for (const schema of ['pg_auditor', 'A', 'a.b', '', 'x'.repeat(64)])
      await expect(replay({ schema, replace: true })).rejects.toThrow('is no name for a schema');
    expect(await filled.contents()).toEqual(live);
  });

  it('one that is broken off, or fails, leaves no schema behind', async () => {
    const before = await schemas();
    const interruption = new AbortController();
    const brokenOff = replay({
      ...{ schema: 'broken_off', signal: interruption.signal },
      onProgress: () => interruption.abort(new Error('broken off')),
    });
    await expect(brokenOff).rejects.toThrow('broken off');
    const unreadable = { readAll: () => Promise.reject(new Error('the log is away')) };
    await expect(replay({ schema: 'failed', eventStore: unreadable })).rejects.toThrow('the log is away');
    expect(await schemas()).toEqual(before);
  });
});
