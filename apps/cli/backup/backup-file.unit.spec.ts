import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bytesOf, type TarEntry } from '#libs/platform/tar/tar.js';
import { type BackupHead, readBackup, writeBackup } from './backup-file.js';

const head: BackupHead = {
  format: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  machine: 'linux x64',
  postgres: '18.4',
  master_key: '00',
};

const entries = async function* (...files: [string, string][]): AsyncGenerator<TarEntry> {
  yield { path: 'postgres/cluster', content: undefined };
  for (const [path, text] of files)
    yield {
      path,
      content: {
        size: text.length,
        chunks: (async function* () {
          yield Buffer.from(text);
        })(),
      },
    };
};

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-backup-'));
  file = join(folder, 'a.backup');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const written = () => writeBackup(file, head, entries(['a', 'first'], ['b', 'x'.repeat(100_000)]), () => undefined);

const read = async () => {
  const found: [string, string | undefined][] = [];
  let said: BackupHead | undefined;
  const content = await readBackup(file, {
    onHead: (value) => {
      said = value;
    },
    onEntry: async (entry) => {
      found.push([entry.path, entry.content && (await bytesOf(entry.content.chunks)).toString()]);
    },
  });
  return { found, said, content };
};

it('a backup is read as it was written, and nothing else is left', async () => {
  const content = await written();
  expect(await read()).toEqual({
    found: [
      ['postgres/cluster', undefined],
      ['a', 'first'],
      ['b', 'x'.repeat(100_000)],
    ],
    said: head,
    content,
  });
  expect(content).toMatchObject({ entries: 3, bytes: 100_005 });
  expect(await readdir(folder)).toEqual(['a.backup']);
});

it('all bytes are told of twice: as they are written, and as they are read back', async () => {
  const told = { written: 0, read: 0 };
  await writeBackup(file, head, entries(['a', 'first']), (count, step) => {
    told[step] += count;
  });
  expect(told).toEqual({ written: 5, read: 5 });
});

it('a backup that breaks off leaves no file', async () => {
  const broken = async function* (): AsyncGenerator<TarEntry> {
    yield* entries(['a', 'first']);
    throw new Error('the disk is gone');
  };
  await expect(writeBackup(file, head, broken(), () => undefined)).rejects.toThrow('the disk is gone');
  expect(await readdir(folder)).toEqual([]);
  expect(existsSync(file)).toBe(false);
});

it('a backup that is cut or changed anywhere is refused', async () => {
  await written();
  const whole = await readFile(file);
  for (const at of [20, Math.floor(whole.length / 2), whole.length - 12, whole.length - 6]) {
    await writeFile(file, whole.subarray(0, at));
    await expect(read()).rejects.toThrow(/cannot be used/);
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    await writeFile(file, changed);
    await expect(read()).rejects.toThrow(/cannot be used/);
  }
});

it('a file that is no backup is named as none', async () => {
  await writeFile(file, 'a text');
  await expect(read()).rejects.toThrow(/cannot be used\. It is no backup of Transledger/);
  await writeFile(file, gzipSync('x'.repeat(2_000)));
  await expect(read()).rejects.toThrow(/cannot be used/);
  await rm(file);
  await expect(read()).rejects.toThrow('ENOENT');
});
