import { open } from 'node:fs/promises';

/** Writes a folder's own entries to the disk: the names that files in it were given, or that were taken. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};
