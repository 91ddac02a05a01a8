import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Settings } from '#libs/platform/config/settings.js';

/** Where an inference process listens. */
export type InferenceAddress = { path: string } | { host: string; port: number };

/** Bytes of a socket's path that every system takes. */
const maxPathBytes = 100;
const socketName = 'inference.sock';

/**
 * The socket of a data folder. A folder whose path is too long for one has it in the folder of temporary files, in a folder of the
 * user's own.
 */
const socketOf = (dataDir: string): string => {
  const path = join(resolve(dataDir), socketName);
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  return join(tmpdir(), `transledger-${userInfo().uid}-${name}`, socketName);
};

/** Whether the folder of a socket is this user's, so that nobody else can have put the socket there. */
export const isOwnFolderOf = (path: string): boolean => {
  const stats = lstatSync(dirname(path), { throwIfNoEntry: false });
  return stats?.isDirectory() === true && (stats.uid === userInfo().uid || stats.uid === 0);
};

/** Reads `unix:///path` or `tcp://host:port`, as the settings have checked it. */
export const parseAddress = (text: string): InferenceAddress => {
  if (text.startsWith('unix://')) return { path: text.slice('unix://'.length) };
  const { hostname, port } = new URL(text);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
};

/** The processes that a client asks. */
export const inferenceAddresses = (
  settings: Pick<Settings, 'TRANSLEDGER_INFERENCE_URLS' | 'TRANSLEDGER_DATA_DIR'>,
): InferenceAddress[] => {
  const given = settings.TRANSLEDGER_INFERENCE_URLS;
  return given.length > 0 ? given.map(parseAddress) : [{ path: socketOf(settings.TRANSLEDGER_DATA_DIR) }];
};

/** The address that a process listens on. */
export const listenAddress = (
  settings: Pick<Settings, 'TRANSLEDGER_INFERENCE_LISTEN' | 'TRANSLEDGER_DATA_DIR'>,
): InferenceAddress => {
  const given = settings.TRANSLEDGER_INFERENCE_LISTEN;
  return given === undefined ? { path: socketOf(settings.TRANSLEDGER_DATA_DIR) } : parseAddress(given);
};
