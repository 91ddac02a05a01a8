import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clusterDirectory } from '#libs/platform/postgres/embedded/cluster.js';
import { runningPostmaster } from '#libs/platform/postgres/embedded/postmaster-file.js';
import { takeServiceLock } from '#libs/platform/postgres/embedded/service-lock.js';
import { KeptDatabase } from './kept-database.js';

let folder: string;
let said: string[];
let database: KeptDatabase;

const start = () => KeptDatabase.start(folder, '/data', (line) => said.push(line));
const pid = () => runningPostmaster(clusterDirectory(folder))?.pid;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-kept-'));
  said = [];
  database = await start();
});
afterEach(async () => {
  await database.stop();
  expect(pid()).toBeUndefined();
  await rm(folder, { recursive: true, force: true });
});

/** Whether anybody owns the database now. */
const isOwned = async (): Promise<boolean> => {
  const lock = await takeServiceLock(database.url);
  await lock?.end();
  return lock === undefined;
};

it('a server that was killed is started again at its address, and owned again', async () => {
  const [before, url] = [pid(), database.url];
  process.kill(before ?? 0, 'SIGKILL');
  await expect.poll(() => isOwned().catch(() => false), { timeout: 60_000 }).toBe(true);
  expect(pid()).not.toBe(before);
  expect(database.url).toBe(url);
  expect(said[0]).toBe('! The database ended; starting it again');
  await expect(start()).rejects.toThrow('Another Transledger runs on the data folder /data');
});

it('a lock that was lost alone is taken again, and nothing is said', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'transledger service %'`,
  );
  await client.end();
  await expect.poll(isOwned, { timeout: 30_000 }).toBe(true);
  expect(said).toEqual([]);
});
