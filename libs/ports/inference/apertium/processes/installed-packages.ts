import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface PackagePlaces {
  /** Folder of what packages say of themselves; `/usr/share/doc` when absent. */
  docDir?: string;
  /** File of the installed packages and their versions; that of dpkg when absent. */
  statusFile?: string;
}

/** Names of the packages whose data a mode reads. */
const packagesIn = (mode: string, dataDir: string): string[] => [
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

const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Versions of the installed packages of Apertium, as dpkg lists them. */
const versionsIn = (status: string): Map<string, string> => {
  const versions = new Map<string, string>();
  for (const paragraph of status.split('\n\n')) {
    const name = /^Package: (apertium\S*)$/m.exec(paragraph)?.[1];
    const version = name && /^Status: install ok installed$/m.test(paragraph) && fieldOf(paragraph, 'version');
    if (name && version) versions.set(name, version);
  }
  return versions;
};

/** The installed packages that modes read their data of. What is asked for once is kept. */
export class InstalledPackages {
  private readonly packages = new Map<string, readonly string[]>();
  private readonly licences = new Map<string, Promise<string | null>>();
  private versions: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly modesDir: string,
    private readonly places: PackagePlaces = {},
  ) {}

  /** The licence of the data that a mode reads, as its packages state it; null where one of them does not. */
  licenceOf(mode: string): Promise<string | null> {
    const known = this.licences.get(mode) ?? this.readLicence(mode);
    this.licences.set(mode, known);
    return known;
  }

  /** The packages whose data a mode reads: `apertium-eng-spa 0.8.1-2`; undefined where the version of one is unknown. */
  dataOf(mode: string): string | undefined {
    return this.withVersions(this.packagesOf(mode));
  }

  /** Apertium and these packages. */
  versionOf(mode: string): string | undefined {
    const packages = this.packagesOf(mode);
    return packages.length === 0 ? undefined : this.withVersions(['apertium', ...packages]);
  }

  private withVersions(packages: readonly string[]): string | undefined {
    this.versions ??= versionsIn(readIfThere(this.places.statusFile ?? '/var/lib/dpkg/status') ?? '');
    const { versions } = this;
    if (packages.length === 0 || packages.some((name) => !versions.has(name))) return undefined;
    return packages.map((name) => `${name} ${versions.get(name)}`).join(', ');
  }

  private packagesOf(mode: string): readonly string[] {
    const known =
      this.packages.get(mode) ??
      packagesIn(readIfThere(join(this.modesDir, `${mode}.mode`)) ?? '', join(this.modesDir, '..'));
    this.packages.set(mode, known);
    return known;
  }

  private async readLicence(mode: string): Promise<string | null> {
    const { docDir = '/usr/share/doc' } = this.places;
    const packages = this.packagesOf(mode);
    const licences = await Promise.all(
      packages.map(async (name) => licenceIn(await readFile(join(docDir, name, 'copyright'), 'utf8').catch(() => ''))),
    );
    const stated = licences.filter((licence) => licence !== undefined);
    return stated.length === 0 || stated.length < licences.length ? null : [...new Set(stated)].sort().join(', ');
  }
}
