import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InstalledPackages, licenceIn } from './installed-packages.js';

const copyright = (
  licence: string,
): string => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Source: https://example.com/

Files: *
Copyright: 2008, Somebody
           2009, Somebody else
License: ${licence}

Files: debian/*
Copyright: 2010, A third one
License: MIT
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'licences-'));
  await mkdir(join(root, 'apertium', 'modes'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

const packages = () =>
  new InstalledPackages(join(root, 'apertium', 'modes'), {
    docDir: join(root, 'doc'),
    statusFile: join(root, 'status'),
  });

const installed = async (name: string, text: string): Promise<void> => {
  await mkdir(join(root, 'doc', name), { recursive: true });
  await writeFile(join(root, 'doc', name, 'copyright'), text);
};

const mode = async (name: string, ...packages: string[]): Promise<void> => {
  const stages = packages.map((each) => `lt-proc '${join(root, 'apertium', each)}/${name}.bin'`);
  await writeFile(join(root, 'apertium', 'modes', `${name}.mode`), stages.join(' | '));
};

it('the licence is that of all files, not that of some', () => {
  expect(licenceIn(copyright('GPL-2'))).toBe('GPL-2');
  expect(licenceIn('Files: debian/*\nLicense: MIT\n')).toBeUndefined();
  expect(licenceIn('This is free software under the GPL.')).toBeUndefined();
});

it('the licence of a mode is that of the packages whose data it reads', async () => {
  await mode('eng-spa', 'apertium-eng-spa', 'apertium-spa');
  await installed('apertium-eng-spa', copyright('GPL-2'));
  await installed('apertium-spa', copyright('GPL-3+'));
  expect(await packages().licenceOf('eng-spa')).toBe('GPL-2, GPL-3+');
});

it('nothing is said of a mode while one of its packages states no licence', async () => {
  await mode('eng-spa', 'apertium-eng-spa', 'apertium-spa');
  await installed('apertium-eng-spa', copyright('GPL-2'));
  expect(await packages().licenceOf('eng-spa')).toBeNull();
});

it('nothing is said of a mode that is not installed', async () => {
  expect(await packages().licenceOf('eng-spa')).toBeNull();
});

it('the version of a mode is that of Apertium and of the packages whose data it reads', async () => {
  await mode('eng-spa', 'apertium-eng-spa', 'apertium-spa');
  const listed = (name: string, version: string, state = 'installed') =>
    `Package: ${name}\nStatus: install ok ${state}\nVersion: ${version}\n`;
  const status = [listed('apertium', '3.8.3-1'), listed('apertium-spa', '1.0'), listed('apt', '2.6')];
  await writeFile(join(root, 'status'), [...status, listed('apertium-eng-spa', '0.8.1-2')].join('\n'));
  expect(packages().versionOf('eng-spa')).toBe('apertium 3.8.3-1, apertium-eng-spa 0.8.1-2, apertium-spa 1.0');
  expect(packages().dataOf('eng-spa')).toBe('apertium-eng-spa 0.8.1-2, apertium-spa 1.0');

  await writeFile(join(root, 'status'), [...status, listed('apertium-eng-spa', '0.8.1-2', 'config-files')].join('\n'));
  expect(packages().versionOf('eng-spa')).toBeUndefined();
  expect(packages().versionOf('spa-eng')).toBeUndefined();
});
