import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const officeNames = ['soffice', 'libreoffice'];

/** Path of the first of these programs that is there. */
export const programInPath = (names: readonly string[], path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** Path of LibreOffice, undefined while it is not installed: it may be brought while the service runs. */
export const officeProgram = (path?: string): string | undefined => programInPath(officeNames, path);
