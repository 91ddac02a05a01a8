import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, ProjectionFixture, tallyOf } from '../projection.fixture.js';
import { NewerVersionError } from '../runner/checkpoint.js';
import { EventHandlingError, type RunnableProjection } from '../runner/runnable-projection.js';
import { type RebuildSettings, rebuildProjection } from './projection-rebuild.js';
import { RebuildDiffersError } from './rebuild-comparison.js';
import type { RebuildReport } from './rebuild-progress.js';

let fixture: ProjectionFixture;
beforeAll(async () => {
  fixture = await ProjectionFixture.open();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

const rebuild = (projection: RunnableProjection, settings: Partial<RebuildSettings> = {}) => {
  const { pool, eventStore, leases } = fixture;
  return rebuildProjection({ pool, eventStore, leases, projection, ...settings });
};

const tableNames = async (): Promise<string[]> => {
  const { rows } = await fixture.pool.query(
    `select relname from pg_class where relnamespace = 'test'::regnamespace and relkind = 'r' order by 1`,
  );
  return rows.map(({ relname }) => relname);
};

/** Reads the catalogue's description of a table, without its object id. */
const describeTable = async (table: string) => {
  const { rows } = await fixture.pool.query(
    `select relacl::text, reloptions,
       array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = c.oid order by 1) as indexes,
       array(select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid order by 1) as constraints,
       array(select tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers,
       array(select attname || format_type(atttypid, atttypmod) || attnotnull || coalesce(pg_get_expr(adbin, adrelid), '')
         from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attrelid = c.oid and attnum > 0 order by attnum) as columns
     from pg_class c where oid = $1::regclass`,
    [table],
  );
  return rows[0];
};

const oidOf = async (table: string): Promise<number> =>
  (await fixture.pool.query('select $1::regclass::oid as oid', [table])).rows[0].oid;

describe('a rebuild', () => {
  it('a rebuild gives the rows of the live table while events keep coming, and readers notice nothing', async () => {
    fixture.run([tallyOf(), entriesOf()]);
    for (let i = 0; i < 50; i += 1) await fixture.append({ key: `key_${i % 7}` }, { organization: 'org_2' });
    const writing = { on: true };
    const writer = (async () => {
      for (let i = 0; writing.on; i += 1) await fixture.append({ key: `key_${i % 5}` }, { organization: 'org_2' });
    })();
    let reads = 0;
    const reader = (async () => {
      const client = await fixture.pool.connect();
      for (; writing.on; reads += 1)
        await client.query({ name: 'read', text: 'select sum(texts) from test.tally natural full join test.entry' });
      client.release();
    })();
    const before = [await oidOf('test.tally'), await oidOf('test.entry')];
    const results = await Promise.all([rebuild(tallyOf()), rebuild(entriesOf())]).finally(async () => {
      writing.on = false;
      await Promise.all([writer, reader]);
    });
    const { position } = await fixture.append({ key: 'last' });
    await fixture.passed('tally', position);
    await fixture.passed('entries', position);

    expect(results.map(({ comparison }) => comparison.kind)).toEqual(['equal', 'equal']);
    expect([await oidOf('test.tally'), await oidOf('test.entry')]).not.toEqual(before);
    const { rows } = await fixture.pool.query('select count(*)::int as events from event_store.events');
    const total = (await fixture.tallies()).reduce((sum, { texts }) => sum + texts, 0);
    expect(total).toBe(rows[0].events);
    expect((await fixture.entries()).length + (await fixture.entries('org_2')).length).toBe(rows[0].events);
    expect(reads).toBeGreaterThan(0);
  });

  it('a rebuild leaves indexes, constraints, triggers, defaults, options and rights of a table as they were', async () => {
    const before = [await describeTable('test.tally'), await describeTable('test.entry')];
    await fixture.append({}, {});
    await rebuild(tallyOf());
    await rebuild(entriesOf());
    expect([await describeTable('test.tally'), await describeTable('test.entry')]).toEqual(before);
    expect((await fixture.entries()).length).toBe(2);
  });

  it('a rebuilt table is vacuumed before it is read, so that its indexes alone answer whoever counts', async () => {
    await fixture.append({}, {});
    await rebuild(entriesOf());
    const vacuumed = `select from pg_stat_user_tables where relid = 'test.entry'::regclass and vacuum_count = 1`;
    await fixture.until(async () => (await fixture.pool.query(vacuumed)).rowCount === 1);
  });

  it('a rebuilt append-only table has triggers that refuse as before, also to a replica session', async () => {
    await fixture.append({});
    await rebuild(entriesOf());
    for (const change of ['update test.entry set characters = 0', 'delete from test.entry', 'truncate test.entry'])
      await expect(
        fixture.pool.query(`begin; set local session_replication_role = replica; ${change}; commit`).finally(() =>
          // The failed transaction is still open on its connection.
          fixture.pool.query('rollback'),
        ),
      ).rejects.toThrow(/append-only|permission denied/);
    expect((await fixture.entries()).length).toBe(1);
  });

  it('a rebuild finds a live row that was tampered with, swaps nothing, and says what differs', async () => {
    const runner = fixture.run([entriesOf()]);
    const { position } = await fixture.append({}, {});
    await fixture.passed('entries', position);
    await fixture.pool.query(`
      alter table test.entry disable trigger refuse_change;
      update test.entry set characters = 11 where number = 1;
      alter table test.entry enable always trigger refuse_change`);
    const before = await oidOf('test.entry');
    const failure = await rebuild(entriesOf()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RebuildDiffersError);
    const { live, rebuilt } = failure as RebuildDiffersError;
    expect([live.rows, rebuilt.rows]).toEqual([2, 2]);
    expect(live.hash).not.toBe(rebuilt.hash);
    expect(await oidOf('test.entry')).toBe(before);
    expect(await tableNames()).toEqual(['entry', 'tally']);
    expect((await runner.status())[0]?.state).toBe('running');

    const { comparison } = await rebuild(entriesOf(), { force: true });
    expect(comparison.kind).toBe('different');
    const { rows } = await fixture.pool.query('select characters::int from test.entry');
    expect(rows).toEqual([{ characters: 10 }, { characters: 10 }]);
  });

  it('a rebuild finds a live row that is missing', async () => {
    fixture.run([tallyOf()]);
    const { position } = await fixture.append({ key: 'a' }, { key: 'b' });
    await fixture.passed('tally', position);
    await fixture.pool.query(`delete from test.tally where key_id = 'b'`);
    await expect(rebuild(tallyOf())).rejects.toThrow(/live 1 rows.*rebuilt 2 rows/);
  });

  it('a runner whose version is newer than the rows rebuilds them first', async () => {
    const old = fixture.run([tallyOf()]);
    const { position } = await fixture.append({}, {});
    await fixture.passed('tally', position);
    await old.stop();
    fixture.run([{ ...tallyOf(), version: 2 }]);
    await fixture.until(async () => (await fixture.checkpoint('tally')).version === 2);
    const later = await fixture.append({});
    await fixture.passed('tally', later.position);
    expect(await fixture.tallies()).toEqual([{ key_id: 'key_1', texts: 3, characters: 30 }]);
  });

  it('a release older than the rows is refused both a rebuild and a run', async () => {
    await rebuild({ ...tallyOf(), version: 2 });
    await expect(rebuild(tallyOf())).rejects.toThrow(NewerVersionError);
    const runner = fixture.run([tallyOf()]);
    const isRefused = ({ reason }: { reason: string | undefined }) => reason?.includes('NewerVersionError') === true;
    await fixture.until(async () => (await runner.status()).some(isRefused));
    expect((await runner.status())[0]?.state).toBe('waiting');
  });

  it('a rebuild applies parked events and unparks them', async () => {
    let repaired = false;
    const projection = tallyOf(() => {
      if (!repaired) throw new Error('not yet understood');
    });
    fixture.run([projection]);
    const { position } = await fixture.append({}, {});
    await fixture.passed('tally', position);
    repaired = true;
    expect((await rebuild(projection)).comparison).toEqual({ kind: 'skipped' });
    expect(await fixture.tallies()).toEqual([{ key_id: 'key_1', texts: 2, characters: 20 }]);
    expect((await fixture.pool.query('select from projection.parked_event')).rowCount).toBe(0);
  });

  it('a rebuild fails as a whole on an event that fails, and leaves the live table', async () => {
    await fixture.append({});
    const broken = tallyOf(() => {
      throw new Error('not yet understood');
    });
    await expect(rebuild(broken)).rejects.toThrow(EventHandlingError);
    expect(await tableNames()).toEqual(['entry', 'tally']);
  });

  it('a rebuild removes what an interrupted rebuild left behind', async () => {
    await fixture.pool.query(
      'create table test.tally_rebuild_7 (like test.tally); create table test.tally_rebuild_x ()',
    );
    await fixture.append({});
    await rebuild(tallyOf());
    expect(await tableNames()).toEqual(['entry', 'tally', 'tally_rebuild_x']);
  });

  it('a rebuild can be aborted', async () => {
    await fixture.append({});
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('broken off'));
    await expect(rebuild(tallyOf(), { signal: stop.signal, onProgress })).rejects.toThrow('broken off');
    expect(await tableNames()).toEqual(['entry', 'tally']);
    expect((await rebuild(tallyOf())).events).toBe(1);
  });

  it('a rebuild waits with its swap for a long reader without holding up others', async () => {
    await fixture.append({});
    const long = await fixture.pool.connect();
    await long.query('begin');
    await long.query('select from test.tally');
    let swapped = false;
    const rebuilding = rebuild(tallyOf()).finally(() => {
      swapped = true;
    });
    const waits = () =>
      fixture.pool.query(`select from pg_locks where relation = 'test.tally'::regclass and not granted`);
    await fixture.until(async () => (await waits()).rowCount === 1);
    await fixture.tallies();
    await fixture.until(async () => (await waits()).rowCount === 0);
    expect(swapped).toBe(false);
    await long.query('commit');
    long.release();
    await rebuilding;
    expect((await fixture.tallies()).length).toBe(1);
  });

  it('a rebuild reports its progress', async () => {
    for (let i = 0; i < 20; i += 1) await fixture.append({});
    const reports: RebuildReport[] = [];
    await rebuild(tallyOf(), { onProgress: (report) => reports.push(report) });
    expect(reports.at(-1)).toMatchObject({ eventsDone: 20, eventsTotal: 20, secondsLeft: 0 });
    expect(reports.at(-1)?.eventsPerSecond).toBeGreaterThan(0);
  });
});
