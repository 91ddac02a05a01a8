import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package-lock.json')) ? folder : rootAbove(dirname(folder));

/** The checkout's folder, whether this runs from the source or from dist/. */
export const projectRoot = rootAbove(import.meta.dirname);
