import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { DataFolderSearch } from '#test/fakes/data-folder-search.js';
import { createTestDatabase } from '#test/integration/test-database.js';
import { migrateKeyVault, openPostgresKeyVault } from './postgres-key-vault.js';
import { bindingOf } from './sealed-bytes.js';
import { openPostgresSubjectKeys } from './subjects/postgres-subject-keys.js';
import { KeysNotPurgedError, type SubjectKeys } from './subjects/subject-keys.port.js';
import { migrateSubjectKeys } from './subjects/subject-table.js';

const masterKey = randomBytes(32);
const organization = 'org_1';

let folder: string;
let server: EmbeddedPostgres;
let pool: Pool;
let keys: SubjectKeys;
let search: DataFolderSearch;

const poolOn = (connectionString: string) => createPool({ connectionString, max: 4, applicationName: 'test' });
const keysOf = (subject: string) => search.keys('subject keys', bindingOf('subject-key', organization, subject));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-purge-'));
  server = await startEmbeddedPostgres(folder);
  pool = poolOn(server.url);
  await migrateKeyVault(pool);
  await migrateSubjectKeys(pool);
  keys = await openPostgresSubjectKeys({ pool, masterKey });
  search = new DataFolderSearch(folder, masterKey);
}, 120_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the files of a database after a key was destroyed', () => {
  it('whoever has them all and the master key finds the key before, and not after the store was purged', async () => {
    const gone = await keys.subjectFor(organization, 'usr_gone');
    const stays = await keys.subjectFor(organization, 'usr_stays');
    const sealed = await keys.seal(stays, { user_id: 'usr_stays' });
    await pool.query('checkpoint');
    expect((await keysOf(gone)).length).toBeGreaterThanOrEqual(2);

    expect(await keys.destroy(gone)).toBe(true);
    await pool.query('checkpoint');
    expect((await keysOf(gone)).length, 'a deleted row is still in the files').toBeGreaterThan(0);

    await keys.purge();
    expect(await keysOf(gone)).toEqual([]);
    expect((await keysOf(stays)).length).toBeGreaterThan(0);
    expect(await keys.open(stays, sealed)).toEqual({ user_id: 'usr_stays' });
    expect(await keys.subjectFor(organization, 'usr_stays')).toBe(stays);
  });

  it('a data key is gone from the files in the same way', async () => {
    const vault = await openPostgresKeyVault({ pool, masterKey });
    const [gone, stays] = [await vault.getOrCreate('answers', 'gone'), await vault.getOrCreate('answers', 'stays')];
    const found = (id: string) => search.keys('key vault', bindingOf('data-key', 'answers', id));
    await pool.query('checkpoint');
    expect(await found('gone')).toContainEqual(gone);
    await vault.destroy('answers', 'gone');
    await keys.purge();
    expect(await found('gone')).toEqual([]);
    expect(await found('stays')).toContainEqual(stays);
    expect(await vault.getOrCreate('answers', 'stays')).toEqual(stays);
  });

  it('a row that an open transaction can still see is gone as well', async () => {
    const gone = await keys.subjectFor(organization, 'usr_seen');
    const reader = new Client({ connectionString: server.url });
    await reader.connect();
    await reader.query('begin isolation level repeatable read');
    await reader.query('select 1 as seen from vault.master_key_check');
    await keys.destroy(gone);
    await keys.purge();
    expect(await keysOf(gone)).toEqual([]);
    await reader.end();
  });

  it('while a backup keeps the log the store is not purged, and afterwards it is', async () => {
    const gone = await keys.subjectFor(organization, 'usr_backed_up');
    await pool.query("select pg_create_physical_replication_slot('a_backup', true)");
    await keys.destroy(gone);
    await expect(keys.purge()).rejects.toThrow(KeysNotPurgedError);
    expect((await keysOf(gone)).length).toBeGreaterThan(0);
    await pool.query("select pg_drop_replication_slot('a_backup')");
    await keys.purge();
    expect(await keysOf(gone)).toEqual([]);
  });

  it('keys are made, found and opened while the store is purged', async () => {
    let isDone = false;
    let made = 0;
    const making = (async () => {
      while (!isDone) {
        const subject = await keys.subjectFor(organization, `usr_meanwhile_${made}`);
        expect(await keys.open(subject, await keys.seal(subject, { made }))).toEqual({ made });
        made += 1;
      }
    })();
    for (let turn = 0; turn < 3; turn += 1) await Promise.all([keys.purge(), keys.purge()]);
    isDone = true;
    await making;
    const fresh = await openPostgresSubjectKeys({ pool, masterKey });
    for (let index = 0; index < made; index += 1)
      expect(await fresh.find(organization, `usr_meanwhile_${index}`)).toBe(
        await keys.find(organization, `usr_meanwhile_${index}`),
      );
    expect(made).toBeGreaterThan(0);
  });
});

it('segments that an earlier server used again are gone through, so that their old content is gone as well', async () => {
  const older = await mkdtemp(join(tmpdir(), 'transledger-purge-older-'));
  const started = await startEmbeddedPostgres(older, { wal_recycle: 'on' });
  const first = poolOn(started.url);
  await migrateKeyVault(first);
  await migrateSubjectKeys(first);
  const making = await openPostgresSubjectKeys({ pool: first, masterKey });
  // A key in each of several segments, which are made ready in whatever order.
  const gone: string[] = [];
  for (let segment = 0; segment < 5; segment += 1) {
    gone.push(await making.subjectFor(organization, `usr_older_${segment}`));
    await first.query('select pg_switch_wal()');
  }
  await first.query('checkpoint');
  await first.end();
  await started.stop();

  const again = await startEmbeddedPostgres(older);
  const second = poolOn(again.url);
  try {
    const files = new DataFolderSearch(older, masterKey);
    const ready = async () => {
      const { rows } = await second.query<{ content: Buffer }>(
        `select pg_read_binary_file('pg_wal/' || name) as content
           from pg_ls_waldir() where name > pg_walfile_name(pg_current_wal_insert_lsn())`,
      );
      return gone.filter((subject) => rows.some(({ content }) => content.includes(subject)));
    };
    expect((await ready()).length).toBeGreaterThan(2);
    const peer = await openPostgresSubjectKeys({ pool: second, masterKey });
    for (const subject of gone) await peer.destroy(subject);
    await peer.purge();
    expect(await ready()).toEqual([]);
    for (const subject of gone.slice(0, 2))
      expect(await files.keys('subject keys', bindingOf('subject-key', organization, subject))).toEqual([]);
  } finally {
    await second.end();
    await again.stop();
    await rm(older, { recursive: true, force: true });
  }
});

it('whoever is no administrator of the server rewrites the tables, and leaves the log to who is', async () => {
  const database = await createTestDatabase();
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  const other = poolOn(database.url);
  await migrateKeyVault(other);
  await migrateSubjectKeys(other);
  await other.query(`
    create role ${owner};
    alter schema vault owner to ${owner};
    alter table vault.subject owner to ${owner};
    alter table vault.data_key owner to ${owner}`);
  const asOwner = poolOn(`${database.url}?options=${encodeURIComponent(`-c role=${owner}`)}`);
  const state = async () => {
    const { rows } = await other.query<{ file: string; segment: string }>(
      "select pg_relation_filenode('vault.subject') as file, pg_walfile_name(pg_current_wal_lsn()) as segment",
    );
    return rows[0];
  };
  try {
    const before = await state();
    await (await openPostgresSubjectKeys({ pool: asOwner, masterKey })).purge();
    const after = await state();
    expect(after?.file).not.toBe(before?.file);
    expect(after?.segment).toBe(before?.segment);
  } finally {
    await asOwner.end();
    await other.query(`drop owned by ${owner} cascade; drop role ${owner}`);
    await other.end();
    await database.drop();
  }
});
