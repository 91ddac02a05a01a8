import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { contextOf } from './docker-ignore.js';
import { reachedFrom } from './reached-sources.js';

interface TestFiles {
  roles: string[];
  folders: string[];
  testCode: string;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const testFiles = createRequire(import.meta.url)(join(projectRoot, 'scripts/test-files.cjs')) as TestFiles;
const dockerIgnore = read('.dockerignore');
const sees = contextOf(dockerIgnore);

const files = globSync('{apps,libs,packages,projections,infra/docker,infra/triton,scripts}/**/*', {
  cwd: projectRoot,
  withFileTypes: true,
  exclude: (entry) => entry.name === 'node_modules' || entry.name === 'dist',
})
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length).replace(/^\//, ''));
const shipped = files.filter(sees).sort();

/** Sources that nothing imports, for programs and threads start with them. */
const programs = [
  ...globSync('apps/*/main.ts', { cwd: projectRoot }),
  'libs/documents/formats/host/format-worker.ts',
  'libs/ports/event-store/eventstoredb/scan/scan-worker.ts',
  'packages/marian/threads/translation-thread.ts',
  'libs/documents/formats/format-registry.ts',
];

interface Manifest {
  exports?: Record<string, Record<string, string>>;
  bin?: Record<string, string>;
}

/** Sources by which a package is imported, or run. */
const entriesOf = (folder: string): string[] => {
  const { exports = {}, bin = {} } = JSON.parse(read(`${folder}/package.json`)) as Manifest;
  const imported = Object.values(exports).map((conditions) => conditions['transledger-source'] ?? '');
  const run = Object.values(bin).map((file) => file.replace('dist/', '').replace('.js', '.ts'));
  return [...imported, ...run].map((file) => join(folder, file));
};

describe('what goes into the images', () => {
  it('the images have no test code, by the roles and folders of the one list', () => {
    const testCode = new RegExp(testFiles.testCode);
    expect(files.filter((file) => testCode.test(file)).length).toBeGreaterThan(300);
    expect(shipped.filter((file) => testCode.test(file))).toEqual([]);
  });

  it('.dockerignore has a line for each role and folder of test code, and for nothing else', () => {
    const kept = dockerIgnore.split('\n').filter((line) => line.startsWith('**/'));
    const expected = [
      ...testFiles.roles.map((role) => `**/*.${role}.*`),
      ...testFiles.folders.map((folder) => `**/${folder}`),
    ];
    expect(kept.sort()).toEqual([...expected, '**/dist', '**/__pycache__'].sort());
  });

  it('the images have no private key, and no sample or fixture by any name', () => {
    const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
    expect(files.filter((file) => privateKey.test(read(file)))).not.toEqual([]);
    expect(shipped.filter((file) => privateKey.test(read(file)))).toEqual([]);
    expect(shipped.filter((file) => /sample|fixture|fake|fixture|certificate/.test(file))).toEqual([]);
  });

  it('the images have only sources that a program of the product or an importer of a package reaches', () => {
    const roots = [...programs, ...globSync('packages/*', { cwd: projectRoot }).flatMap(entriesOf)];
    const reached = reachedFrom(roots);
    // The console is bundled in a stage of its own, of which nothing else goes on.
    const sources = shipped.filter((file) => file.endsWith('.ts') && !file.startsWith('apps/console/'));
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.filter((file) => !reached.has(file))).toEqual([]);
  });

  it('the images have the files that code reads from its own folder', () => {
    const assets = shipped.filter((file) => /^(apps|libs|projections)\//.test(file) && !file.endsWith('.ts'));
    const collections = 'libs/documents/formats/pdf/fonts/character-collections';
    expect(assets.filter((file) => file.endsWith('.bin'))).toEqual([
      ...['CNS1', 'GB1', 'Japan1', 'KR', 'Korea1'].map((name) => `${collections}/Adobe-${name}.bin`),
      ...['arab', 'cyrl', 'deva', 'latn'].map((script) => `libs/text/languages/detection/model/${script}.bin`),
    ]);
    expect(assets.filter((file) => file.endsWith('.license'))).toEqual([`${collections}/Adobe.license`]);
    expect(shipped.filter((file) => file.endsWith('.proto')).length).toBeGreaterThan(0);
  });
});
