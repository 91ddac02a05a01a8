import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LicencePlaces {
  /** Folder of the mode files, `…/apertium/modes`: the data of packages lie beside it. */
  modesDir: string;
  /** Folder of what packages say of themselves, `/usr/share/doc`. */
  docDir: string;
}

const readIfThere = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

/** Names of the packages whose data a mode reads. */
const packagesOf = (mode: string, dataDir: string): string[] => [
  ...new Set(
    [...mode.matchAll(/'?([^\s']+)/g)].flatMap(([, word = '']) => {
      if (!word.startsWith(`${dataDir}/`)) return [];
      const [name = ''] = word.slice(dataDir.length + 1).split('/');
      return /^[a-z0-9][a-z0-9._+-]*$/i.test(name) ? [name] : [];
    }),
  ),
];

const fieldOf = (paragraph: string, name: string): string | undefined =>
  paragraph
    .split('\n')
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim();

/** The licence of all files of a package, as a machine-readable file of Debian names it. */
export const licenceIn = (copyright: string): string | undefined =>
  copyright
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => fieldOf(paragraph, 'files') === '*')
    .map((paragraph) => fieldOf(paragraph, 'license'))
    .find((licence) => licence !== undefined && licence !== '');

/** The licence of the data that a mode reads, as the installed packages state it; null where one of them does not. */
export const licenceOfMode = async (mode: string, { modesDir, docDir }: LicencePlaces): Promise<string | null> => {
  const text = await readIfThere(join(modesDir, `${mode}.mode`));
  const packages = text === undefined ? [] : packagesOf(text, join(modesDir, '..'));
  const licences = await Promise.all(
    packages.map(async (name) => licenceIn((await readIfThere(join(docDir, name, 'copyright'))) ?? '')),
  );
  const stated = licences.filter((licence) => licence !== undefined);
  return stated.length === 0 || stated.length < licences.length ? null : [...new Set(stated)].sort().join(', ');
};
