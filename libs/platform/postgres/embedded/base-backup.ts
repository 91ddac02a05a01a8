import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** A file of a copied cluster, by its path in the cluster: one that is read as it is copied, or one whose content is given. */
export type CopiedFile = { path: string; source: string; size: number } | { path: string; content: Buffer };

export interface BaseBackup {
  /** Bytes of the files as they were when the backup began. */
  bytes: number;
  /** Folders that a server wants to find, empty or not. */
  folders: readonly string[];
  /** The files of the cluster, and at last the part of the write-ahead log that makes them consistent. */
  files(): AsyncGenerator<CopiedFile>;
}

/** Folders whose content a server makes anew when it starts, as `pg_basebackup` leaves it out. */
const emptied = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
];
const leftOut = /^(postmaster\.(pid|opts)|backup_label.*|pgsql_tmp.*|pg_internal\.init.*|current_logfiles)$/;
const control = 'global/pg_control';
const segmentName = /^[0-9A-F]{24}$/;

interface Listed {
  folders: string[];
  files: { path: string; size: number }[];
}

const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** Lists a data directory. A file that is dropped meanwhile is left out: the log has it. */
const list = async (directory: string): Promise<Listed> => {
  const found: Listed = { folders: [], files: [] };
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch((error) => {
      if (errorCodeOf(error) === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (leftOut.test(entry.name)) continue;
      if (entry.isDirectory()) {
        found.folders.push(path);
        if (!emptied.includes(path)) await visit(path);
      } else if (entry.isFile()) {
        const size = await sizeOf(join(directory, path));
        if (size !== undefined) found.files.push({ path, size });
      }
    }
  };
  await visit('');
  return found;
};

/** Twice alike: the server writes it in place, so that one reading may see half of a change. */
const readControl = async (file: string): Promise<Buffer> => {
  for (let before: Buffer | undefined; ; ) {
    const content = await readFile(file);
    if (before?.equals(content)) return content;
    before = content;
  }
};

interface Stopped {
  labelfile: string;
  first: string;
  last: string;
}

const stopBackup = async (client: Client, startedAt: string): Promise<Stopped> => {
  const { rows } = await client.query<Stopped>(
    `with stopped as materialized (select lsn, labelfile from pg_backup_stop(wait_for_archive => false))
     select labelfile, pg_walfile_name($1::pg_lsn) as first, pg_walfile_name(lsn) as last from stopped`,
    [startedAt],
  );
  const [stopped] = rows;
  if (stopped === undefined) throw new Error('PostgreSQL did not end the backup.');
  return stopped;
};

/** A server that an older release left running keeps less. */
const assertKeepsLog = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ wal_level: string }>('show wal_level');
  if (rows[0]?.wal_level !== 'minimal') return;
  throw new Error(
    'The database runs with the settings of an older release. Stop the service, start it, and try again.',
  );
};

/**
 * Copies the cluster of a running server, by PostgreSQL's own backup functions: the copy is consistent as of the end of the
 * copying, whatever is written meanwhile. A server that is started on it first applies the log that comes with it. The
 * server must keep more than its minimal log (`wal_level`).
 */
export const withBaseBackup = async <T>(
  { url, directory }: { url: string; directory: string },
  work: (backup: BaseBackup) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: url, application_name: 'transledger backup' });
  await client.connect();
  try {
    await assertKeepsLog(client);
    // Ends with the session; until then the server keeps the log of the backup.
    await client.query("select pg_create_physical_replication_slot('transledger_backup', true, true)");
    const { rows } = await client.query<{ lsn: string }>(
      "select pg_backup_start('transledger', fast => true)::text as lsn",
    );
    const startedAt = rows[0]?.lsn ?? '';
    const { folders, files } = await list(directory);
    return await work({
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      folders,
      files: async function* () {
        for (const { path, size } of files) if (path !== control) yield { path, source: join(directory, path), size };
        yield { path: control, content: await readControl(join(directory, control)) };
        const { labelfile, first, last } = await stopBackup(client, startedAt);
        yield { path: 'backup_label', content: Buffer.from(labelfile) };
        const segments = (await readdir(join(directory, 'pg_wal'))).filter(
          (name) => segmentName.test(name) && name >= first && name <= last,
        );
        if (!segments.includes(first) || !segments.includes(last))
          throw new Error('The log of the backup is not whole.');
        for (const name of segments.sort()) {
          const source = join(directory, 'pg_wal', name);
          yield { path: `pg_wal/${name}`, source, size: (await stat(source)).size };
        }
      },
    });
  } finally {
    await client.end();
  }
};
