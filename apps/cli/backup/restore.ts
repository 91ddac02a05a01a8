import { createWriteStream, existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backupMarkOf } from '#libs/engines/key-vault.js';
import { signedHeadsFolder } from '#libs/engines/signed-heads.js';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { clusterDirectory } from '#libs/platform/postgres/embedded/cluster.js';
import { type PostgresAccount, postgresAccount } from '#libs/platform/postgres/embedded/postgres-account.js';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import type { TarEntry } from '#libs/platform/tar/tar.js';
import { readMasterKey } from '#libs/ports/key-vault/master-key.js';
import { type BackupContent, BackupFileError, type BackupHead, readBackup } from './backup-file.js';

export interface RestoreOptions {
  settings: Settings;
  file: string;
  /** File that holds the master key, when the settings and the data folder have none. */
  masterKeyFile: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: { step: 'checked' | 'restored'; bytes: number }) => void;
}

const keyFile = 'master.key';
/** Folder that is filled first: one that is there tells of a restore that was broken off. */
const unfinished = 'restoring';
const safePath = /^(postgres|documents)(\/[\w.-]+)*$/;

/** @throws ConfigurationError that names the setting of a data folder which cannot be read or made */
const unusable = (dataDir: string, error: unknown): never => {
  const code = errorCodeOf(error) ?? 'unknown error';
  throw new ConfigurationError([`The data folder ${dataDir} cannot be used (${code}). Set TRANSLEDGER_DATA_DIR`]);
};

const contentsOf = async (dataDir: string): Promise<string[]> => {
  try {
    return await readdir(dataDir);
  } catch (error) {
    return errorCodeOf(error) === 'ENOENT' ? [] : unusable(dataDir, error);
  }
};

/** @throws ConfigurationError unless the folder has nothing in it but, perhaps, the master key and what was signed */
const assertEmpty = async (dataDir: string, masterKeyFile: string | undefined): Promise<void> => {
  // What was signed is in no backup: whoever still has it says by it how far the logs were signed.
  const allowed = [signedHeadsFolder, ...(masterKeyFile === undefined ? [keyFile] : [])];
  const there = (await contentsOf(dataDir)).filter((name) => !allowed.includes(name));
  if (there.length === 0) return;
  throw new ConfigurationError([
    `The data folder ${dataDir} is not empty (${there.slice(0, 3).join(', ')}). Move it away, or set TRANSLEDGER_DATA_DIR; nothing was written`,
  ]);
};

const masterKeyOf = async ({ settings, masterKeyFile }: RestoreOptions, dataDir: string): Promise<Uint8Array> => {
  const configured = masterKeyFile === undefined ? settings.TRANSLEDGER_MASTER_KEY : undefined;
  const key = configured ?? (await readMasterKey(masterKeyFile ?? join(dataDir, keyFile)));
  if (key !== undefined) return key;
  throw new ConfigurationError([
    masterKeyFile === undefined
      ? `The master key of the backup is needed: put ${keyFile} into ${dataDir}, or give --master-key FILE or TRANSLEDGER_MASTER_KEY; nothing was written`
      : `${masterKeyFile} is not there; nothing was written`,
  ]);
};

const assertFits = ({ master_key: mark, machine }: BackupHead, masterKey: Uint8Array): void => {
  const here = `${process.platform} ${process.arch}`;
  if (machine !== here)
    throw new BackupFileError(`The backup is of ${machine}, and this is ${here}. Restore it on such a machine.`);
  if (mark !== backupMarkOf(masterKey))
    throw new BackupFileError('The backup was made with another master key. Give that one; nothing was written.');
};

const assertSafe = ({ path }: TarEntry): void => {
  if (!safePath.test(path) || path.split('/').includes('..'))
    throw new BackupFileError('The backup has a path that does not belong there.');
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

const unpack = async (
  folder: string,
  { path, content }: TarEntry,
  owner: PostgresAccount | undefined,
): Promise<void> => {
  const target = join(folder, path);
  if (content === undefined) await mkdir(target, { mode: path === 'postgres' ? 0o711 : 0o700 });
  else await pipeline(content.chunks, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  if (owner !== undefined && path.startsWith('postgres/')) await chown(target, owner.uid, owner.gid);
};

/** The folder becomes a data folder in its last step: a start on one that is half there is refused. */
const fill = async (dataDir: string, file: string, count: (entry: TarEntry) => TarEntry): Promise<BackupContent> => {
  await makeFolder(dataDir, 0o711).catch((error: unknown) => unusable(dataDir, error));
  const folder = join(dataDir, unfinished);
  await mkdir(folder, { mode: 0o711 });
  try {
    const owner = postgresAccount(clusterDirectory(join(dataDir, 'postgres')));
    const content = await readBackup(file, { onEntry: (entry) => unpack(folder, count(entry), owner) });
    for (const name of ['documents', 'postgres']) await rename(join(folder, name), join(dataDir, name));
    await rmdir(folder);
    await syncFolder(dataDir);
    return content;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

const commandLine = 'npm run -s transledger-admin --';
const because = '--reason "restored from a backup"';

/** Lines for the operator on what comes next. What was signed of the audit logs is in no backup: each log waits for a word. */
export const nextSteps = (folder: string): string[] => {
  const isCopyThere = existsSync(join(folder, signedHeadsFolder));
  return [
    `Start the service on it: TRANSLEDGER_DATA_DIR=${folder} npm start`,
    isCopyThere
      ? 'Audit logs that lost nothing of what was signed go on by themselves. While another is signed no more, /health/ready says "degraded". To begin a new log over what remains:'
      : 'Its audit logs are signed no more, and /health/ready says "degraded", until you say how they go on. If the service was stopped before the backup, so that nothing was signed after it:',
    ...(isCopyThere
      ? []
      : [
          `  ${commandLine} audit resume-log --all --without-copy ${because}`,
          'If it was not, or you do not know, begin new logs over what remains:',
        ]),
    `  ${commandLine} audit new-log --all ${because}`,
    'What either means for those who keep proofs: docs/audit-proofs.md#after-a-restore.',
  ];
};

/**
 * Fills an empty data folder from a backup. The whole file is read and compared with its checksums before anything is
 * written. @throws ConfigurationError, BackupFileError: nothing was written
 */
export const restore = async (options: RestoreOptions): Promise<BackupContent & { created_at: string }> => {
  const { settings, file, masterKeyFile, signal, onProgress } = options;
  const dataDir = resolve(settings.TRANSLEDGER_DATA_DIR);
  await assertEmpty(dataDir, masterKeyFile);
  const masterKey = await masterKeyOf(options, dataDir);
  const done = { checked: 0, restored: 0 };
  const counted = (step: keyof typeof done, { path, content }: TarEntry): TarEntry => {
    if (content === undefined) return { path, content };
    const chunks = async function* () {
      for await (const chunk of content.chunks) {
        signal.throwIfAborted();
        done[step] += chunk.length;
        onProgress({ step, bytes: done[step] });
        yield chunk;
      }
    };
    return { path, content: { size: content.size, chunks: chunks() } };
  };
  let head: BackupHead | undefined;
  await readBackup(file, {
    onHead: (said) => {
      assertFits(said, masterKey);
      head = said;
    },
    onEntry: async (entry) => {
      assertSafe(entry);
      for await (const _ of counted('checked', entry).content?.chunks ?? []);
    },
  });
  const content = await fill(dataDir, file, (entry) => counted('restored', entry));
  if (masterKeyFile !== undefined)
    await writeFile(join(dataDir, keyFile), await readFile(masterKeyFile), { mode: 0o600, flag: 'wx', flush: true });
  return { ...content, created_at: head?.created_at ?? '' };
};
