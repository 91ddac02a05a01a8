import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MasterKeyFileError, MissingMasterKeyError } from './key-vault.errors.js';
import { loadMasterKey } from './master-key.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-master-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a configured master key is used, and nothing is left in the data folder', async () => {
  const configured = randomBytes(32);
  expect(await loadMasterKey({ configured, dataDir: folder })).toEqual(configured);
  expect(await readdir(folder)).toEqual([]);
});

it('the master key is made once, in a file that only its owner can read', async () => {
  const dataDir = join(folder, 'not', 'yet');
  const made = await loadMasterKey({ dataDir });
  expect(made).toHaveLength(32);
  expect(await loadMasterKey({ dataDir })).toEqual(made);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['master.key']);
});

it('the master key is base64 in its file, which can be given as the setting', async () => {
  const made = await loadMasterKey({ dataDir: folder });
  expect(Buffer.from(await readFile(join(folder, 'master.key'), 'utf8'), 'base64')).toEqual(made);
});

it('no key is made, and nothing written, where the data were encrypted with one that is not here', async () => {
  const dataDir = join(folder, 'restored');
  await expect(loadMasterKey({ dataDir, mayMake: async () => false })).rejects.toThrow(MissingMasterKeyError);
  expect(await readdir(folder)).toEqual([]);
});

it('a key that another process makes meanwhile is read', async () => {
  const mayMake = async () => {
    await loadMasterKey({ dataDir: folder });
    return false;
  };
  expect(await loadMasterKey({ dataDir: folder, mayMake })).toHaveLength(32);
});

it('processes that start at the same time get the same master key', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKey({ dataDir: folder })));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(await readdir(folder)).toEqual(['master.key']);
});

it.each([
  ['nothing', ''],
  ['half a key', randomBytes(16).toString('base64')],
  ['something else', 'no key at all'],
])('the file of the master key is never replaced where it holds %s', async (_what, content) => {
  await writeFile(join(folder, 'master.key'), content);
  await expect(loadMasterKey({ dataDir: folder })).rejects.toThrow(MasterKeyFileError);
  expect(await readFile(join(folder, 'master.key'), 'utf8')).toBe(content);
});

it('a configured master key must have 32 bytes', () =>
  expect(loadMasterKey({ configured: randomBytes(31), dataDir: folder })).rejects.toThrow(RangeError));
