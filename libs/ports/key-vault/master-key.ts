import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import { MasterKeyFileError, MissingMasterKeyError } from './key-vault.errors.js';
import { keyLength } from './sealed-bytes.js';

export interface MasterKeyOptions {
  /** The key as configured; undefined: the one in the data folder, made when there is none. */
  configured?: Uint8Array | undefined;
  dataDir: string;
  /** Whether there is nothing yet that only another key opens; true when omitted. */
  mayMake?: () => Promise<boolean>;
}

/** The master key that a file holds; undefined where there is no such file. @throws MasterKeyFileError for another content */
export const readMasterKey = async (file: string): Promise<Buffer | undefined> => {
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text, 'base64');
  if (key.length !== keyLength || key.toString('base64') !== text) throw new MasterKeyFileError(file);
  return key;
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/**
 * `link` fails where the name is taken, unlike `rename`: of several processes that start at the same time
 * one makes the key, whole and on disk, and the others read it.
 */
const makeKey = async (folder: string, file: string): Promise<void> => {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(keyLength).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(unfinished, file);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(folder);
};

/**
 * The key that all other keys are wrapped with, 32 bytes.
 * @throws MasterKeyFileError, MissingMasterKeyError: nothing was written
 */
export const loadMasterKey = async ({ configured, dataDir, mayMake }: MasterKeyOptions): Promise<Buffer> => {
  if (configured !== undefined) {
    if (configured.length !== keyLength) throw new RangeError(`A master key has ${keyLength} bytes`);
    return Buffer.from(configured);
  }
  const file = join(dataDir, 'master.key');
  const kept = await readMasterKey(file);
  if (kept !== undefined) return kept;
  if ((await mayMake?.()) === false) {
    // Another process may have made it meanwhile.
    const made = await readMasterKey(file);
    if (made === undefined) throw new MissingMasterKeyError(file);
    return made;
  }
  await makeFolder(dataDir);
  await makeKey(dataDir, file);
  const made = await readMasterKey(file);
  if (made === undefined) throw new MasterKeyFileError(file);
  return made;
};
