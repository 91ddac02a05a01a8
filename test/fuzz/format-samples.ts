import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatTraits } from '#libs/documents/formats/format.port.js';
import { projectRoot } from '#test/project-root.js';

const formatsFolder = 'libs/documents/formats';

export interface FormatSample {
  /** Path from the project's folder. */
  path: string;
  bytes: Uint8Array;
}

/** The samples of all formats that have one of the extensions of this one. */
export const samplesOf = ({ extensions }: Pick<FormatTraits, 'extensions'>): FormatSample[] =>
  readdirSync(join(projectRoot, formatsFolder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)samples\/[^/]+$/.test(path) && extensions.some((ending) => path.endsWith(`.${ending}`)))
    .sort()
    .map((path) => join(formatsFolder, path))
    .map((path) => ({ path, bytes: readFileSync(join(projectRoot, path)) }));
