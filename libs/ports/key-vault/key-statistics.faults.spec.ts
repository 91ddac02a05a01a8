import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { DataFolderSearch } from '#test/fakes/data-folder-search.js';
import { migrateKeyVault, openPostgresKeyVault } from './postgres-key-vault.js';
import { openPostgresSubjectKeys } from './subjects/postgres-subject-keys.js';
import type { SubjectKeys } from './subjects/subject-keys.port.js';
import { migrateSubjectKeys } from './subjects/subject-table.js';

const masterKey = randomBytes(32);
/** Statistics of a column hold up to 101 of its values. */
const subjectCount = 200;

let folder: string;
let server: EmbeddedPostgres;
let pool: Pool;
let keys: SubjectKeys;
let search: DataFolderSearch;

const poolOn = (connectionString: string) => createPool({ connectionString, max: 4, applicationName: 'test' });
const migrate = async () => {
  await migrateKeyVault(pool);
  await migrateSubjectKeys(pool);
};
/** The tables as a release made them that left their statistics to PostgreSQL. */
const asBefore = async () => {
  await pool.query('alter table vault.subject alter column wrapped set statistics -1');
  await pool.query('alter table vault.subject alter column lookup set statistics -1');
  await pool.query('alter table vault.data_key alter column wrapped set statistics -1');
};
const analyze = () => pool.query('analyze vault.subject; analyze vault.data_key; checkpoint');
/** Bytes of keys and look-ups in the tables, by the id of their row. */
const secrets = async (): Promise<{ id: string; bytes: Buffer }[]> => {
  const { rows } = await pool.query<{ id: string; bytes: Buffer }>(
    `select subject as id, wrapped as bytes from vault.subject union all select subject, lookup from vault.subject
      union all select id, wrapped from vault.data_key`,
  );
  return rows;
};
/** Those of them that are in the files of PostgreSQL's statistics. */
const inStatistics = async (wanted: readonly { id: string; bytes: Buffer }[]) => {
  const { rows } = await pool.query<{ content: Buffer }>(
    `select pg_read_binary_file(pg_relation_filepath(oid)) as content from pg_class
      where oid = 'pg_statistic'::regclass
         or oid = (select reltoastrelid from pg_class where oid = 'pg_statistic'::regclass)`,
  );
  return wanted.filter(({ bytes }) => rows.some(({ content }) => content.includes(bytes)));
};
const kept = async () => {
  const { rows } = await pool.query<{ column: string }>(
    `select tablename || '.' || attname as column from pg_stats
      where schemaname = 'vault' and attname in ('wrapped', 'lookup') order by 1`,
  );
  return rows.map(({ column }) => column);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-statistics-'));
  server = await startEmbeddedPostgres(folder, { autovacuum: 'off' });
  pool = poolOn(server.url);
  await migrate();
  keys = await openPostgresSubjectKeys({ pool, masterKey });
  search = new DataFolderSearch(folder, masterKey);
}, 120_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await pool.query('delete from vault.subject; delete from vault.data_key');
  const vault = await openPostgresKeyVault({ pool, masterKey });
  for (let index = 0; index < subjectCount; index += 1) {
    await keys.subjectFor('org_1', `usr_${randomBytes(6).toString('hex')}`);
    await vault.getOrCreate('idempotency-answers', `org_${randomBytes(6).toString('hex')}`);
  }
});

describe("PostgreSQL's statistics of the tables of keys", () => {
  it('no key and no look-up of a subject gets into them, nor after the tables were written anew', async () => {
    await analyze();
    expect(await inStatistics(await secrets())).toEqual([]);
    await keys.purge();
    await analyze();
    expect(await inStatistics(await secrets())).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('keys that an older release has left there are in no file once the store was purged', async () => {
    await asBefore();
    await analyze();
    const all = await secrets();
    const found = await inStatistics(all);
    expect(found.length, 'statistics hold whole values').toBeGreaterThan(100);
    expect(await kept()).toEqual(['data_key.wrapped', 'subject.lookup', 'subject.wrapped']);

    await migrate();
    const gone = found.filter((_, index) => index % 3 === 0);
    const reader = new Client({ connectionString: server.url });
    await reader.connect();
    try {
      await reader.query('begin isolation level repeatable read');
      await reader.query('select count(*) from pg_class');
      const vault = await openPostgresKeyVault({ pool, masterKey });
      for (const { id } of gone)
        await (id.startsWith('sub_') ? keys.destroy(id) : vault.destroy('idempotency-answers', id));
      await keys.purge();
      await analyze();
      for (const { bytes } of gone.slice(0, 10)) expect(await search.filesWith(bytes)).toEqual([]);
      expect(await inStatistics(all)).toEqual([]);
    } finally {
      await reader.end();
    }
  });

  it('while somebody reads statistics the store is not purged, and afterwards it is', async () => {
    const reader = await pool.connect();
    try {
      await reader.query('begin');
      await reader.query('select 1 from pg_stats limit 1');
      await expect(keys.purge()).rejects.toMatchObject({ code: '55P03' });
      await reader.query('rollback');
    } finally {
      reader.release();
    }
    await keys.purge();
  });

  it('statistics of other tables stay as they are', async () => {
    await pool.query('create table if not exists other as select n from generate_series(1, 500) n; analyze other');
    const bounds = async () =>
      (await pool.query(`select histogram_bounds::text as bounds, n_distinct from pg_stats where tablename = 'other'`))
        .rows;
    const before = await bounds();
    expect(before).toHaveLength(1);
    await keys.purge();
    expect(await bounds()).toEqual(before);
  });

  it('on a server of somebody else the owner of the database removes what an older release left, with one command', async () => {
    await asBefore();
    await analyze();
    const found = await inStatistics(await secrets());
    await migrate();
    await pool.query(`
      create role service;
      alter database transledger owner to service;
      alter schema vault owner to service;
      alter table vault.subject owner to service;
      alter table vault.data_key owner to service`);
    const asService = poolOn(`${server.url}?options=${encodeURIComponent('-c role=service')}`);
    try {
      await (await openPostgresSubjectKeys({ pool: asService, masterKey })).purge();
      await pool.query('checkpoint');
      expect(await inStatistics(found)).toEqual(found);
      await asService.query('vacuum (full) pg_catalog.pg_statistic');
      await pool.query('checkpoint');
      expect(await inStatistics(found)).toEqual([]);
    } finally {
      await asService.end();
    }
  });
});
