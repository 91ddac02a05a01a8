import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clusterDirectory } from './cluster.js';
import { embeddedPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.js';
import { runningPostmaster } from './postmaster-file.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-pg-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

it('embedded PostgreSQL keeps its data over a restart', async () => {
  const first = await startEmbeddedPostgres(folder);
  await query(first.url, 'create table kept as select 1 as value');
  await first.stop();
  expect(await embeddedPostgresUrl(folder)).toBeUndefined();
  const second = await startEmbeddedPostgres(folder);
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 1 }]);
  await second.stop();
});

it('the log of embedded PostgreSQL is read by its owner alone, and has no text of a statement that failed', async () => {
  await writeFile(join(folder, 'postgres.log'), 'of an earlier release', { mode: 0o644 });
  await chmod(join(folder, 'postgres.log'), 0o644);
  const server = await startEmbeddedPostgres(folder);
  await query(server.url, 'create table once (name text primary key)');
  await query(server.url, "insert into once values ('a secret')");
  await expect(query(server.url, "insert into once values ('a secret')")).rejects.toThrow('duplicate');
  await server.stop();
  const log = await readFile(join(folder, 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key');
  expect(log).not.toContain('a secret');
  expect((await stat(join(folder, 'postgres.log'))).mode & 0o777).toBe(0o600);
});

it('embedded PostgreSQL that runs already is taken over, and can be found by others', async () => {
  const first = await startEmbeddedPostgres(folder);
  const second = await startEmbeddedPostgres(folder);
  expect(second.url).toBe(first.url);
  expect(await embeddedPostgresUrl(folder)).toBe(first.url);
  await second.stop();
  await first.stop();
});

it('embedded PostgreSQL recovers what was committed after the server was killed', async () => {
  const first = await startEmbeddedPostgres(folder);
  await query(first.url, 'create table kept as select 1 as value');
  process.kill(runningPostmaster(clusterDirectory(folder))?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => runningPostmaster(clusterDirectory(folder))).toBeUndefined();
  const second = await startEmbeddedPostgres(folder);
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 1 }]);
  await second.stop();
});

it('embedded PostgreSQL starts after it was killed, though its process id is that of another process by now', async () => {
  const first = await startEmbeddedPostgres(folder);
  await query(first.url, 'create table kept as select 1 as value');
  const file = join(clusterDirectory(folder), 'postmaster.pid');
  const [pid, ...lines] = (await readFile(file, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => runningPostmaster(clusterDirectory(folder))).toBeUndefined();
  await writeFile(file, [process.pid, ...lines].join('\n'));
  expect(await embeddedPostgresUrl(folder)).toBeUndefined();
  const second = await startEmbeddedPostgres(folder);
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 1 }]);
  await second.stop();
});

it('embedded PostgreSQL never runs without fsync and synchronous commit', async () => {
  const server = await startEmbeddedPostgres(folder);
  const settings = "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') order by name";
  expect(await query(server.url, settings)).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  await server.stop();
});

it('embedded PostgreSQL runs in a folder that only its owner can enter', async () => {
  const secluded = join(folder, 'secluded');
  await mkdir(secluded);
  await chmod(secluded, 0o700);
  const server = await startEmbeddedPostgres(join(secluded, 'postgres'));
  expect(await query(server.url, 'select 1 as value')).toEqual([{ value: 1 }]);
  await server.stop();
});
