import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { CommandError } from '../command-error.js';

/** A file that is to be translated. */
export interface SourceFile {
  /** Where it is. */
  path: string;
  /** Its path as it is told: from the folder that was named, with slashes; a single file's as it was given. */
  name: string;
  /** Its name in the state: a single file's is its whole path. */
  key: string;
  bytes: number;
  /** Where its translation goes. */
  output: string;
}

export interface SourceOptions {
  target: string;
  /** Folder of the translations. */
  out?: string | undefined;
  /** Another format of the translation, which its name then ends with. */
  as?: string | undefined;
}

const maxFiles = 100_000;
const maxDepth = 64;

/** `report.docx` as `report.es.docx`. */
const outputName = (name: string, { target, as }: SourceOptions): string => {
  const ending = extname(name);
  const base = ending === '' ? name : name.slice(0, -ending.length);
  return `${base}.${target}${as === undefined ? ending : `.${as}`}`;
};

/** The folder of the translations of a folder: beside it, unless it is named. */
export const outputFolderOf = (folder: string, { target, out }: SourceOptions): string =>
  out === undefined ? `${resolve(folder)}.${target}` : resolve(out);

export const singleFile = async (path: string, options: SourceOptions): Promise<SourceFile> => {
  const folder = options.out === undefined ? dirname(path) : options.out;
  const { size: bytes } = await stat(path);
  const output = join(folder, outputName(basename(path), options));
  return { path, name: path, key: await realpath(path), bytes, output };
};

/**
 * The files below a folder in the order of their names: none that is hidden, no link, and nothing of the folder of the translations.
 * @throws CommandError where they are too many
 */
export const filesOf = async (folder: string, options: SourceOptions): Promise<SourceFile[]> => {
  const root = resolve(folder);
  const outputs = outputFolderOf(folder, options);
  const found: SourceFile[] = [];
  const walk = async (place: string, depth: number): Promise<void> => {
    if (depth > maxDepth) throw new CommandError('input', `${place} lies too deep.`);
    const entries = await readdir(place, { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(place, entry.name);
      if (entry.name.startsWith('.') || path === outputs) continue;
      if (entry.isDirectory()) await walk(path, depth + 1);
      if (!entry.isFile()) continue;
      if (found.length === maxFiles) throw new CommandError('input', `${folder} has more than ${maxFiles} files.`);
      const below = relative(root, place);
      const output = join(outputs, below, outputName(entry.name, options));
      const name = relative(root, path).split(sep).join('/');
      found.push({ path, name, key: name, bytes: (await stat(path)).size, output });
    }
  };
  await walk(root, 0);
  return found;
};

/** The ending of a name behind its last dot, in small letters. */
export const endingOf = (name: string): string => extname(name).slice(1).toLowerCase();
