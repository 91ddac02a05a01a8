import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withBaseBackup } from './base-backup.js';
import { clusterDirectory } from './cluster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-base-backup-'));
  server = await startEmbeddedPostgres(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const slots = async (): Promise<number | null> => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rowCount } = await client.query('select from pg_replication_slots');
  await client.end();
  return rowCount;
};

const copied = (stopAfter = Number.POSITIVE_INFINITY) =>
  withBaseBackup({ url: server.url, directory: clusterDirectory(folder) }, async ({ folders, files }) => {
    const paths: string[] = [];
    for await (const { path } of files()) if (paths.push(path) > stopAfter) throw new Error('enough');
    return { folders, paths };
  });

it('a base backup ends with the label and the log that make it consistent, and has no state of the running server', async () => {
  const { folders, paths } = await copied();
  const label = paths.indexOf('backup_label');
  expect(paths[label - 1]).toBe('global/pg_control');
  expect(paths.slice(label + 1)).toEqual(expect.arrayContaining([expect.stringMatching(/^pg_wal\/[0-9A-F]{24}$/)]));
  expect(paths.slice(label + 1).every((path) => path.startsWith('pg_wal/'))).toBe(true);
  expect(folders).toEqual(expect.arrayContaining(['pg_wal', 'pg_notify', 'pg_replslot', 'base']));
  expect(paths.filter((path) => /postmaster|pg_notify\/|pg_replslot\//.test(path))).toEqual([]);
  expect(paths).toContain('transledger-password');
});

it('a base backup that is broken off leaves nothing behind, and the next one succeeds', async () => {
  await expect(copied(3)).rejects.toThrow('enough');
  await expect.poll(slots, { timeout: 30_000 }).toBe(0);
  expect((await copied()).paths).toContain('backup_label');
});

it('a server with the smallest log is not backed up, and the error says what to do', async () => {
  const other = await mkdtemp(join(tmpdir(), 'transledger-base-backup-'));
  const minimal = await startEmbeddedPostgres(other, { wal_level: 'minimal', max_wal_senders: '0' });
  try {
    const backup = withBaseBackup({ url: minimal.url, directory: clusterDirectory(other) }, async () => undefined);
    await expect(backup).rejects.toThrow(/Stop the service, start it/);
  } finally {
    await minimal.stop();
    await rm(other, { recursive: true, force: true });
  }
});
