import { join } from 'node:path';
import {
  formatVerifierKey,
  parseVerifierKey,
  type SignedNote,
  type VerifierKey,
  verifyNote,
} from '@transledger/audit-proof';
import type { Io } from './io.js';
import { isRecord, readPrivately, stateFolder, writePrivately } from './private-file.js';

/** Keys of logs that are relied on, by the name of the log; of each the newest last. */
export type KeptKeys = Readonly<Record<string, readonly string[]>>;

export const logKeysFile = (env: Io['env']): string => join(stateFolder(env), 'log-keys.json');

export const readKeptKeys = async (env: Io['env']): Promise<KeptKeys> => {
  const content = await readPrivately(logKeysFile(env));
  const logs = isRecord(content) && isRecord(content.logs) ? content.logs : {};
  const entries = Object.entries(logs).map(([origin, keys]) => [
    origin,
    Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
  ]);
  return Object.fromEntries(entries) as KeptKeys;
};

/** The keys that are kept of a log; none before its first use. */
export const keptKeysOf = async (env: Io['env'], origin: string): Promise<VerifierKey[]> => {
  const keys = await readKeptKeys(env);
  return (Object.hasOwn(keys, origin) ? (keys[origin] ?? []) : []).map(parseVerifierKey);
};

/** Keeps a key behind those of its log that are kept already. */
export const keepKey = async (env: Io['env'], key: VerifierKey): Promise<void> => {
  const text = formatVerifierKey(key);
  const keys = await readKeptKeys(env);
  const known = Object.hasOwn(keys, key.name) ? (keys[key.name] ?? []) : [];
  if (known.at(-1) === text) return;
  const logs = { ...keys, [key.name]: [...known.filter((other) => other !== text), text] };
  await writePrivately(logKeysFile(env), `${JSON.stringify({ logs }, undefined, 2)}\n`);
};

/** Forgets the keys of a log. @returns whether there were any */
export const forgetKeys = async (env: Io['env'], origin: string): Promise<boolean> => {
  const { [origin]: forgotten, ...logs } = await readKeptKeys(env);
  if (forgotten === undefined) return false;
  await writePrivately(logKeysFile(env), `${JSON.stringify({ logs }, undefined, 2)}\n`);
  return true;
};

/** Whether one of the keys has signed a checkpoint. */
export const isSignedByOne = async (checkpoint: SignedNote, keys: readonly VerifierKey[]): Promise<boolean> => {
  for (const key of keys) if (await verifyNote(checkpoint, key)) return true;
  return false;
};
