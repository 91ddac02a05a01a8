import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'transledger-folder-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a folder is made with those above it, and again without harm, also by several at once', async () => {
  const folder = join(root, 'a/b/c');
  await Promise.all([makeFolder(folder, 0o711), makeFolder(folder, 0o711)]);
  await makeFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o711);
});

it('a folder is not made where a file is in the way', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow('EEXIST');
  await expect(makeFolder(join(file, 'below'))).rejects.toThrow('ENOTDIR');
});

it.skipIf(!existsSync('/proc/self'))('a folder that can never be made is given up', async () => {
  await expect(makeFolder('/proc/nope/data')).rejects.toThrow('ENOENT');
});
