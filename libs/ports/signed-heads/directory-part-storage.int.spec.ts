import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DirectoryPartStorage } from './directory-part-storage.js';
import { HeadParts } from './head-parts.js';
import { describeHeadParts, headOf } from './head-parts.suite.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-heads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeHeadParts(() => new DirectoryPartStorage(join(folder, 'signed-heads')));

it('nothing but whole files is left in the folder', async () => {
  await new HeadParts(new DirectoryPartStorage(join(folder, 'signed-heads'))).keep([headOf('org_a', 100)]);
  const names = await readdir(join(folder, 'signed-heads'));
  expect(names.filter((name) => !/^[0-9a-f]\.json$/.test(name))).toEqual([]);
});
