import { createReadStream, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backupMarkOf, openKeyVault, openMasterKey } from '#libs/engines/key-vault.js';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { type BaseBackup, withBaseBackup } from '#libs/platform/postgres/embedded/base-backup.js';
import { clusterDirectory } from '#libs/platform/postgres/embedded/cluster.js';
import { embeddedPostgresUrl, startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { takeServiceLock } from '#libs/platform/postgres/embedded/service-lock.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { TarEntry } from '#libs/platform/tar/tar.js';
import { type BackupContent, type BackupHead, writeBackup } from './backup-file.js';

export interface BackUpOptions {
  settings: Settings;
  file: string;
  signal: AbortSignal;
  onProgress: (progress: { step: 'written' | 'read'; bytes: number; total: number }) => void;
}

interface Stored {
  path: string;
  source: string;
  size: number;
}

/** The database of a folder; one that does not run is started for as long as it is needed. */
const openDatabase = async (dataDir: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const folder = join(dataDir, 'postgres');
  const running = await embeddedPostgresUrl(folder);
  if (running !== undefined) return { url: running, close: async () => undefined };
  if (!existsSync(clusterDirectory(folder)))
    throw new ConfigurationError([`There are no data in ${dataDir}. Set TRANSLEDGER_DATA_DIR`]);
  const server = await startEmbeddedPostgres(folder);
  const lock = await takeServiceLock(server.url);
  const stop = async () => {
    await lock?.end();
    // A service that was started meanwhile uses it.
    if (lock !== undefined) await server.stop();
  };
  return { url: server.url, close: stop };
};

/** The stored documents. One that is deleted while they are listed is left out. */
const documentsIn = async function* (dataDir: string): AsyncGenerator<Stored> {
  const names = async (folder: string) => {
    try {
      return (await readdir(join(dataDir, folder))).sort();
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return [];
      throw error;
    }
  };
  for (const folder of await names('documents')) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await names(`documents/${folder}`)) {
      const path = `documents/${folder}/${name}`;
      const found = await stat(join(dataDir, path)).catch(() => undefined);
      if (found?.isFile()) yield { path, source: join(dataDir, path), size: found.size };
    }
  }
};

/** The first `size` bytes of a file; none where it has gone since it was listed. */
const contentOf = async function* (source: string, size: number): AsyncGenerator<Uint8Array> {
  if (size === 0) return;
  try {
    yield* createReadStream(source, { end: size - 1, highWaterMark: 1024 * 1024 });
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
};

const given = async function* (content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
};

const postgresFolder = 'postgres/cluster';

/** First the database, then the files: of each file that the database knows there is a copy, unless it was deleted. */
const entriesOf = async function* (base: BaseBackup, dataDir: string): AsyncGenerator<TarEntry> {
  yield { path: 'postgres', content: undefined };
  yield { path: postgresFolder, content: undefined };
  for (const folder of base.folders) yield { path: `${postgresFolder}/${folder}`, content: undefined };
  for await (const file of base.files()) {
    const content =
      'content' in file
        ? { size: file.content.length, chunks: given(file.content) }
        : { size: file.size, chunks: contentOf(file.source, file.size) };
    yield { path: `${postgresFolder}/${file.path}`, content };
  }
  yield { path: 'documents', content: undefined };
  let folder = '';
  for await (const { path, source, size } of documentsIn(dataDir)) {
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (parent !== folder) yield { path: parent, content: undefined };
    folder = parent;
    yield { path, content: { size, chunks: contentOf(source, size) } };
  }
};

const headOf = async (settings: Settings, url: string): Promise<BackupHead> => {
  const pool = createPool({ connectionString: url, max: 1, applicationName: 'transledger backup' });
  try {
    const masterKey = await openMasterKey(settings, pool);
    await openKeyVault(pool, masterKey);
    const { rows } = await pool.query<{ server_version: string }>('show server_version');
    return {
      format: 1,
      created_at: new Date().toISOString(),
      machine: `${process.platform} ${process.arch}`,
      postgres: rows[0]?.server_version ?? '',
      master_key: backupMarkOf(masterKey),
    };
  } finally {
    await pool.end();
  }
};

/**
 * Writes everything that the data folder holds but the master key to a file, beside the running service or without one, and
 * reads the file back.
 */
export const backUp = async ({ settings, file, signal, onProgress }: BackUpOptions): Promise<BackupContent> => {
  const dataDir = resolve(settings.TRANSLEDGER_DATA_DIR);
  const database = await openDatabase(dataDir);
  try {
    const head = await headOf(settings, database.url);
    const cluster = clusterDirectory(join(dataDir, 'postgres'));
    return await withBaseBackup({ url: database.url, directory: cluster }, async (base) => {
      let total = base.bytes;
      for await (const { size } of documentsIn(dataDir)) total += size;
      const done = { written: 0, read: 0 };
      return writeBackup(file, head, entriesOf(base, dataDir), (count, step) => {
        signal.throwIfAborted();
        done[step] += count;
        onProgress({ step, bytes: done[step], total: Math.max(total, done.written) });
      });
    });
  } finally {
    await database.close();
  }
};
