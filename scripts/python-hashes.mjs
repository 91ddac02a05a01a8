// Writes the hashes of wheels into the lists of Python packages: `node scripts/python-hashes.mjs [list …]`, of all lists where none is named. A
// list that names one hash has pip refuse every file whose hash is not in it. Run it after a version was changed, and look at the difference.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalized } from './dependencies/locked-packages.mjs';

const root = join(import.meta.dirname, '..');
const index = process.env.PYTHON_INDEX ?? 'https://pypi.org/simple';
const timeoutMs = 60_000;

const wheelsOf = async (name, version) => {
  const response = await fetch(`${index}/${normalized('PyPI', name)}/`, {
    headers: { accept: 'application/vnd.pypi.simple.v1+json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`${name}: the index answered ${response.status}`);
  const { files } = await response.json();
  const hashes = files
    .filter(({ filename }) => filename.endsWith('.whl') && filename.split('-')[1] === version)
    .map(({ hashes: { sha256 } }) => sha256);
  if (hashes.length === 0) throw new Error(`${name} ${version}: the index has no wheel`);
  return [...new Set(hashes)].sort();
};

const withHashes = async (text) => {
  const lines = text.split('\n').flatMap((line) => /^([\w.-]+==[\w.!+]+)/.exec(line)?.[1] ?? []);
  const written = [];
  for (const line of lines) {
    const [name, version] = line.split('==');
    const hashes = await wheelsOf(name, version);
    written.push([line, ...hashes.map((hash) => `    --hash=sha256:${hash}`)].join(' \\\n'));
  }
  return `${written.join('\n')}\n`;
};

const given = process.argv.slice(2);
const all = execFileSync('git', ['ls-files', 'scripts/setup/*.txt', 'scripts/setup/**/*.txt'], {
  cwd: root,
  encoding: 'utf8',
});
for (const list of given.length > 0 ? given : new Set(all.trim().split('\n'))) {
  const path = join(root, list);
  writeFileSync(path, await withHashes(readFileSync(path, 'utf8')));
  process.stdout.write(`✓ ${list}\n`);
}
