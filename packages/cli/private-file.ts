import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CommandError } from './command-error.js';
import type { Io } from './io.js';

const folderMode = 0o700;
const fileMode = 0o600;
const othersMask = 0o077;
/** More than any file of ours has. */
const maxBytes = 16 * 1024 * 1024;

const folderOf = (given: string | undefined, ...otherwise: string[]): string =>
  join(given !== undefined && isAbsolute(given) ? given : join(homedir(), ...otherwise), 'transledger');

/** The folder of profiles, by the XDG Base Directory Specification. */
export const configFolder = ({ XDG_CONFIG_HOME }: Io['env']): string => folderOf(XDG_CONFIG_HOME, '.config');

/** The folder of keys of logs, of places and of what was translated. */
export const stateFolder = ({ XDG_STATE_HOME }: Io['env']): string => folderOf(XDG_STATE_HOME, '.local', 'state');

/** Writes a file whole or not at all, for its owner alone. */
export const writePrivately = async (file: string, content: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: folderMode });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', fileMode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
};

/** Reads JSON that only its owner may read; undefined where no file is. @throws CommandError */
export const readPrivately = async (file: string): Promise<unknown> => {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (process.platform !== 'win32' && (found.mode & othersMask) !== 0)
    throw new CommandError('config', `${file} may be read by others.`, `Take that away: chmod 600 ${file}`);
  if (found.size > maxBytes) throw new CommandError('config', `${file} is too large to be ours.`);
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    throw new CommandError('config', `${file} is damaged.`, 'Mend it, or remove it.');
  }
};

/** Whether a value is an object of JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
