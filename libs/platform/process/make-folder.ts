import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** Whether the folder was made; false when it was there. */
const makeOne = async (folder: string, mode: number | undefined): Promise<boolean> => {
  try {
    await mkdir(folder, mode);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return false;
    throw error;
  }
};

/**
 * Makes a folder with those above it that are missing. Node's own `mkdir` with `recursive` tries for ever, at full speed,
 * where nothing can be made, such as in `/proc`; this fails there. Rejects with the error of the file system.
 */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder), mode);
    await makeOne(folder, mode);
  }
};
