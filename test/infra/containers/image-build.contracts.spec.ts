import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { contextOf } from './docker-ignore.js';
import { copiesOf, stagesOf } from './dockerfile.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

it('the image is built from what is copied for it, and from nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-image-'));
  try {
    const sees = contextOf(read('.dockerignore'));
    const stage = stagesOf(read('infra/docker/Dockerfile')).find(({ name }) => name === 'build');
    const filter = (path: string): boolean => {
      const within = path.slice(projectRoot.length).replace(/^\//, '');
      return basename(path) !== 'node_modules' && (sees(within) || sees(`${within}/any.ts`));
    };
    for (const { sources, target } of copiesOf(stage ?? { name: '', base: '', instructions: [] })) {
      for (const source of sources) {
        const place = target.endsWith('/') ? join(target, basename(source)) : target;
        await cp(join(projectRoot, source), join(folder, place), { recursive: true, filter });
      }
    }
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: folder });
    const programs = globSync('apps/*/main.ts', { cwd: projectRoot });
    expect(programs.length).toBeGreaterThan(3);
    expect(programs.filter((path) => !existsSync(join(folder, 'dist', path.replace(/ts$/, 'js'))))).toEqual([]);
    expect(existsSync(join(folder, 'dist/test'))).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
