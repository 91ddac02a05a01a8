import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const filesOf = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-files', ...paths], { cwd: projectRoot, encoding: 'utf8' })
    .trim()
    .split('\n');
const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe.each(filesOf('scripts/setup/*.txt', 'scripts/setup/**/*.txt'))('%s', (list) => {
  it('each package has an exact version and the hashes of its wheels', () => {
    const packages = read(list).replaceAll('\\\n', '').trim().split('\n');
    expect(packages.length).toBeGreaterThan(0);
    for (const one of packages) expect(one).toMatch(/^[\w.-]+==[\w.]+( +--hash=sha256:[0-9a-f]{64})+$/);
  });
});

it('the scripts install no package of Python but those of the lists', () => {
  const scripts = filesOf('scripts/*.cjs', 'scripts/**/*.cjs', 'scripts/**/*.mjs', 'infra/docker/*');
  for (const path of scripts.filter((name) => !name.endsWith('.txt')))
    expect([path, read(path).match(/'[\w.-]+==\d[\w.]*'/g)]).toEqual([path, null]);
});
