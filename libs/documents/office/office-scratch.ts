import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'transledger-office-';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Makes a folder that only this account can read. */
export const makeScratchFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Removes what processes that were killed have left: their files are documents in clear. */
export const removeAbandonedFolders = async (): Promise<void> => {
  const names = await readdir(tmpdir());
  const abandoned = names.filter((name) => {
    const pid = /^transledger-office-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(abandoned.map((name) => removeFolder(join(tmpdir(), name))));
};
