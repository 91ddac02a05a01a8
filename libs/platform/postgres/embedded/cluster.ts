import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import { isAlive } from '#libs/platform/process/process-liveness.js';
import { type PostgresAccount, postgresAccount } from './postgres-account.js';
import { postgresProgram } from './postgres-programs.js';

const run = promisify(execFile);

export const superuser = 'transledger';

export interface Cluster {
  directory: string;
  password: string;
  /** The account that owns the cluster and that the server runs as; undefined for this process's own. */
  account: PostgresAccount | undefined;
}

const passwordFileIn = (directory: string): string => join(directory, 'transledger-password');

export const clusterDirectory = (folder: string): string => join(folder, 'cluster');

/** The password of an existing cluster; undefined when there is no cluster yet. */
export const clusterPassword = async (folder: string): Promise<string | undefined> => {
  const file = passwordFileIn(clusterDirectory(folder));
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
};

const unfinishedPrefix = 'cluster.new-';

const discardUnfinished = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const maker = Number.parseInt(name.slice(unfinishedPrefix.length), 10);
    if (name.startsWith(unfinishedPrefix) && !isAlive(maker)) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }
};

const discard = async (...paths: string[]): Promise<void> => {
  for (const path of paths) await rm(path, { recursive: true, force: true });
};

/** The reason and the hint among the lines of a program of PostgreSQL that failed; its last line where none is marked. */
export const faultOf = (said: string): string => {
  const lines = said.trim().split('\n');
  const marked = lines.flatMap((line) => /\b(?:FATAL|HINT|error): +(.+)/.exec(line)?.[1] ?? []);
  return marked.slice(0, 2).join('; ') || (lines.at(-1) ?? '');
};

/** Why a program of PostgreSQL failed: what it said, or how it ended where it said nothing. */
export const causeOf = (error: unknown): string => {
  const { stderr, signal, code } = { ...(error as { stderr?: unknown; signal?: unknown; code?: unknown }) };
  if (stderr === undefined) return String(error);
  return faultOf(String(stderr)) || `it said nothing and ended by ${signal ?? `exit code ${code}`}`;
};

/** Makes a cluster under a temporary name and renames it when complete: an interrupted one is never started. */
const makeCluster = async (folder: string, account: PostgresAccount | undefined): Promise<void> => {
  const unfinished = join(folder, `${unfinishedPrefix}${process.pid}`);
  const passwordFile = `${unfinished}.password`;
  const password = randomBytes(24).toString('hex');
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const { command, args, options } = postgresProgram(
    'initdb',
    [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ],
    folder,
    account,
  );
  try {
    await run(command, args, options);
  } catch (error) {
    await discard(unfinished, passwordFile);
    throw new Error(`PostgreSQL could not make its files in ${folder}: ${causeOf(error)}`);
  }
  await rename(passwordFile, passwordFileIn(unfinished));
  await rename(unfinished, clusterDirectory(folder)).catch(async (error) => {
    // Another process was quicker: its cluster is as good.
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(clusterDirectory(folder))) throw error;
  });
};

/** Opens the cluster in `folder`, making it first when there is none. */
export const openCluster = async (folder: string): Promise<Cluster> => {
  await makeFolder(folder, 0o711);
  const directory = clusterDirectory(folder);
  const account = postgresAccount(directory);
  if (!existsSync(directory)) {
    await discardUnfinished(folder);
    await makeCluster(folder, account);
  }
  const password = await clusterPassword(folder);
  if (password === undefined) throw new Error(`The database folder ${directory} was not made by Transledger.`);
  return { directory, password, account };
};
