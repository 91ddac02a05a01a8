// The packages of every lock: npm's, the lists of Python packages, and the sums of Go modules.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Python packages that go into an image; the others are tools. */
const shippedLists = ['scripts/setup/triton.txt', 'scripts/setup/triton-python.txt'];

/** PyPI takes `Foo.Bar_x` and `foo-bar-x` for one name. */
export const normalized = (ecosystem, name) =>
  ecosystem === 'PyPI' ? name.toLowerCase().replaceAll(/[-_.]+/g, '-') : name;

const licenceOf = ({ license, licenses }) => {
  const given = license ?? licenses;
  return typeof given === 'string' ? given : undefined;
};

const ofNpm = (lock, text) =>
  Object.entries(JSON.parse(text).packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, entry]) => ({
      ecosystem: 'npm',
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: licenceOf(entry),
      isShipped: lock === 'package-lock.json' && entry.dev !== true,
      lock,
    }));

const ofPython = (lock, text) =>
  text
    .split('\n')
    .map((line) => line.replace(/\s*(#|;|--hash|\\).*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, version] = /^([\w.-]+)==([\w.!+]+)$/.exec(line) ?? [];
      if (version === undefined) throw new Error(`${lock}: "${line}" names no exact version`);
      return {
        ecosystem: 'PyPI',
        name: normalized('PyPI', name),
        version,
        isShipped: shippedLists.includes(lock),
        lock,
      };
    });

const ofGo = (lock, text) =>
  [...text.matchAll(/^(\S+) v(\S+) h1:/gm)]
    .filter(([, , version]) => !version.endsWith('/go.mod'))
    .map(([, name, version]) => ({ ecosystem: 'Go', name, version, isShipped: false, lock }));

const readers = [
  [/(^|\/)package-lock\.json$/, ofNpm],
  [/^scripts\/setup\/.*\.txt$|(^|\/)requirements.*\.txt$/, ofPython],
  [/(^|\/)go\.sum$/, ofGo],
];

export const ecosystems = ['npm', 'PyPI', 'Go'];

/**
 * Each package at each version that a lock of the checkout names, once for each lock: `{ ecosystem, name, version, licence?, isShipped,
 * lock }`. The packages of this repository itself are none.
 */
export const lockedPackages = (root) => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  return files.split('\0').flatMap((path) => {
    const [, reader] = readers.find(([form]) => form.test(path)) ?? [];
    return reader === undefined ? [] : reader(path, readFileSync(join(root, path), 'utf8'));
  });
};
