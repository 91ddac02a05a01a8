import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isAlive } from '#libs/platform/process/process-liveness.js';
import { ModelError } from './model-error.js';

/** The process that changes the models of a folder. */
interface Holder {
  pid: number;
  host: string;
  /** Where the id of the process means it: containers of one name have ids of their own. */
  namespace: string;
  token: string;
}

/** The lock of a folder of models, while it is held. */
export interface ModelsLock {
  /** @throws ModelError when another process has taken it, which thought that this one was gone */
  assertHeld(): Promise<void>;
}

export interface LockOptions {
  signal: AbortSignal;
  /** Is told once that another process has it, and that this one waits. */
  onWait: (holder: { pid: number; host: string }) => void;
}

const touchMs = 5_000;
/** Milliseconds after which a process that does not touch its lock counts as gone. */
const goneAfterMs = 60_000;
const lookMs = 250;

const lockIn = (folder: string): string => join(folder, '.lock');

const readLock = async (file: string): Promise<{ holder: Holder | undefined; ageMs: number } | undefined> => {
  try {
    const [text, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)];
    return { holder: holderOf(text), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const holderOf = (text: string): Holder | undefined => {
  try {
    const { pid, host, namespace, token }: Partial<Holder> = JSON.parse(text);
    const areTexts = typeof host === 'string' && typeof namespace === 'string' && typeof token === 'string';
    if (typeof pid === 'number' && areTexts) return { pid, host, namespace, token };
  } catch {
    // Of a process that died before it had written it.
  }
  return undefined;
};

const namespaceHere = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
};

const isGone = ({ holder, ageMs }: { holder: Holder | undefined; ageMs: number }): boolean => {
  if (ageMs > goneAfterMs) return true;
  const isHere = holder?.host === hostname() && holder.namespace === namespaceHere();
  return isHere && !isAlive(holder.pid);
};

/** Creates the lock whole, with its content: nobody sees it empty. */
const create = async (folder: string, holder: Holder): Promise<boolean> => {
  const written = join(folder, `.lock-${holder.token}`);
  const handle = await open(written, 'wx', 0o644);
  try {
    await handle.writeFile(JSON.stringify(holder));
  } finally {
    await handle.close();
  }
  try {
    await link(written, lockIn(folder));
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(written, { force: true });
  }
};

/** Removes the lock of a process that has gone. Of several that do so at once one does; a lock that is new by then is put back. */
const removeGone = async (folder: string, gone: Holder | undefined): Promise<void> => {
  const aside = join(folder, `.lock-${randomUUID()}`);
  try {
    await rename(lockIn(folder), aside);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return;
    throw error;
  }
  const found = await readLock(aside);
  if (found?.holder?.token !== gone?.token) await link(aside, lockIn(folder)).catch(() => undefined);
  await rm(aside, { force: true });
};

const holds = async (folder: string, { token }: Holder): Promise<boolean> =>
  (await readLock(lockIn(folder)))?.holder?.token === token;

/** Waits until the lock is this process's. */
const take = async (folder: string, holder: Holder, { signal, onWait }: LockOptions): Promise<void> => {
  for (let told = false; ; ) {
    if (await create(folder, holder)) return;
    const found = await readLock(lockIn(folder));
    if (found === undefined) continue;
    if (isGone(found)) {
      await removeGone(folder, found.holder);
      continue;
    }
    if (!told && found.holder !== undefined) onWait({ pid: found.holder.pid, host: found.holder.host });
    told = true;
    await pause(lookMs, undefined, { signal });
  }
};

/**
 * Does work on the models of a folder while no other process does. Waits for one that does; the lock of one that died is taken
 * over. Rejects with the reason of the signal while it waits.
 */
export const withModelsLock = async <T>(
  folder: string,
  options: LockOptions,
  work: (lock: ModelsLock) => Promise<T>,
): Promise<T> => {
  const holder: Holder = { pid: process.pid, host: hostname(), namespace: namespaceHere(), token: randomUUID() };
  await take(folder, holder, options);
  const touching = setInterval(() => {
    const now = new Date();
    // Whose it is, is looked at before anything is put in its place.
    utimes(lockIn(folder), now, now).catch(() => undefined);
  }, touchMs);
  touching.unref();
  try {
    return await work({
      assertHeld: async () => {
        if (await holds(folder, holder)) return;
        throw new ModelError('Another process has begun to change the models of the folder meanwhile.', true);
      },
    });
  } finally {
    clearInterval(touching);
    if (await holds(folder, holder)) await rm(lockIn(folder), { force: true });
  }
};
