// The specs that a change touches: by the graph of imports, and by a small map for what imports do not show.

import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { journey } from './tiers.mjs';

const root = join(import.meta.dirname, '..');
const run = (command, args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const git = (...args) => run('git', args);
const linesOf = (text) => text.split('\n').filter((line) => line !== '');

/** Files that tests of `npm test` read, start or describe without importing them, and the specs that do so. */
const unseen = [
  {
    changed: /^(README|CONTRIBUTING|ARCHITECTURE|CHANGELOG)\.md$|^docs\//,
    unit: ['test/document', 'test/e2e/walked-pages'],
  },
  { changed: /^\.env\.example$/, unit: ['libs/platform/config/env-example'] },
  { changed: /^scripts\/docstrings\.mjs$/, unit: ['test/docstrings'] },
  { changed: /^(infra\/|\.dockerignore$)/, unit: ['test/infra'] },
  { changed: /^(package(-lock)?\.json|scripts\/build\.mjs)$/, unit: ['test/infra/containers'], e2e: [journey] },
  // A thread imports them.
  { changed: /^libs\/documents\/formats\//, unit: ['libs/documents/formats'] },
  { changed: /^(apps|libs|packages|projections)\/.*(?<!\.spec)\.(ts|proto)$/, e2e: [journey] },
  { changed: /^test\/(e2e|cluster|servers)\/(?!.*\.spec\.ts$)/, e2e: [journey] },
];

/** The commit that `npm test -- changed` starts from unless one is given: where this branch left the main one. */
const startOfBranch = () => {
  for (const main of ['origin/main', 'main', 'origin/master', 'master']) {
    try {
      return git('merge-base', 'HEAD', main);
    } catch {
      // There is no such branch.
    }
  }
  return 'HEAD';
};

/** Files of the commits since that revision, and of the working tree. */
const changedFiles = (since) => [
  ...linesOf(git('diff', '--name-only', since)),
  ...linesOf(git('ls-files', '--others', '--exclude-standard')),
];

/** The folder that people speak of as one thing: a port, a read model, a part of an application. */
const roomOf = (file) =>
  file
    .split('/')
    .slice(0, /^(libs\/ports|apps|packages|test)\//.test(file) ? 3 : 2)
    .join('/');

/** The specs that import what changed, however indirectly. */
const importers = (since) => {
  const projects = ['unit', 'integration', 'unit-alone', 'integration-alone'].flatMap((project) => [
    '--project',
    project,
  ]);
  const vitest = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', '--changed', since];
  const listed = run(process.execPath, [...vitest, ...projects]);
  return JSON.parse(listed.slice(listed.indexOf('['))).map(({ file }) => relative(root, file));
};

/** A folder of data, samples or Python has no imports: its specs stand beside it or above. */
const besideData = (files) =>
  files.filter((file) => /^(libs|projections|packages|apps)\//.test(file) && !file.endsWith('.ts')).map(roomOf);

/**
 * Files by tier. Units: all that import what changed, however indirectly. Integration specs: those of them in the rooms
 * that changed; for the others there is the whole run. End to end: one journey through everything.
 */
export const changedSpecs = (given) => {
  const since = given ?? startOfBranch();
  const files = changedFiles(since);
  const rooms = new Set(files.map(roomOf));
  const mapped = (tier) =>
    unseen.flatMap(({ changed, [tier]: specs = [] }) => (files.some((file) => changed.test(file)) ? specs : []));
  const importing = importers(since);
  const unique = (specs) => [...new Set(specs)];
  return {
    since,
    files,
    unit: unique([
      ...importing.filter((file) => file.endsWith('.unit.spec.ts')),
      ...besideData(files),
      ...mapped('unit'),
    ]),
    integration: unique([
      ...importing.filter((file) => file.endsWith('.int.spec.ts') && rooms.has(roomOf(file))),
      ...besideData(files),
      ...mapped('integration'),
    ]),
    e2e: unique([...files.filter((file) => file.endsWith('.e2e.spec.ts')), ...mapped('e2e')]),
  };
};
