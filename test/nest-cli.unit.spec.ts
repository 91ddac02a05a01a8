import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './project-root.js';

interface NestProject {
  root: string;
  sourceRoot: string;
  entryFile: string;
}

const { projects }: { projects: Record<string, NestProject> } = JSON.parse(
  readFileSync(join(projectRoot, 'nest-cli.json'), 'utf8'),
);

describe('nest-cli.json', () => {
  it('nest-cli.json names every application that has an entry of its own', () => {
    const applications = globSync('apps/*/main.ts', { cwd: projectRoot }).map(dirname);
    expect(Object.values(projects).map(({ root }) => root)).toEqual(expect.arrayContaining(applications));
    expect(Object.keys(projects)).toHaveLength(applications.length);
  });

  it.each(Object.values(projects))(
    'nest-cli.json leads to the sources and the entry of $root',
    ({ sourceRoot, entryFile }) => {
      expect(existsSync(join(projectRoot, sourceRoot, `${entryFile}.ts`))).toBe(true);
    },
  );
});
