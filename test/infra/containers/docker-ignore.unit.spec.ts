import { describe, expect, it } from 'vitest';
import { contextOf } from './docker-ignore.js';

describe('.dockerignore', () => {
  const sees = contextOf('# a comment\n*\n!apps\n!scripts/build.mjs\n\n**/*.spec.ts\n**/samples\napps/?.md\n');

  it.each(['apps/api/main.ts', 'apps/README.md', 'scripts/build.mjs'])('.dockerignore lets %s in', (path) =>
    expect(sees(path)).toBe(true),
  );

  it.each([
    'README.md',
    'node_modules/pg/index.js',
    'scripts/run.cjs',
    'apps/api/main.unit.spec.ts',
    'apps/formats/samples/a.srt',
    'apps/a.md',
    'myapps/main.ts',
  ])('.dockerignore keeps %s out', (path) => expect(sees(path)).toBe(false));
});
