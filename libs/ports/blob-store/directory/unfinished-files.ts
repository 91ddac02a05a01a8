import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#libs/platform/process/process-liveness.js';

const staleAfterMilliseconds = 24 * 60 * 60 * 1_000;
const nameForm = /^(?<host>[0-9a-f]{16})\.(?<pid>\d+)\.[0-9a-f]{16}$/;

const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 16);

/**
 * Whether no process writes the file any more. Several processes, on several hosts, may share the folder. A
 * container's process often has the number of its predecessor, whose file is older than this process.
 */
const isLeftover = (name: string, modifiedAt: number): boolean => {
  if (modifiedAt < Date.now() - staleAfterMilliseconds) return true;
  const { host, pid } = nameForm.exec(name)?.groups ?? {};
  if (host !== thisHost) return false;
  return Number(pid) === process.pid ? modifiedAt < performance.timeOrigin : !isAlive(Number(pid));
};

export interface UnfinishedFile {
  path: string;
  handle: FileHandle;
}

/** Files that are being written, each under a name that identifies its writer. */
export class UnfinishedFiles {
  constructor(private readonly folder: string) {}

  async create(): Promise<UnfinishedFile> {
    const path = join(this.folder, `${thisHost}.${process.pid}.${randomBytes(8).toString('hex')}`);
    return { path, handle: await open(path, 'wx', 0o600) };
  }

  /** Closes and removes the file; closing a closed file is not an error. */
  async discard({ path, handle }: UnfinishedFile): Promise<void> {
    await handle.close();
    await rm(path, { force: true });
  }

  /** Makes the folder, and removes files that dead processes left in it. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined && isLeftover(name, found.mtimeMs)) await rm(path, { force: true });
    }
  }
}
