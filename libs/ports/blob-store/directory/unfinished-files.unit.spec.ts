import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type UnfinishedFile, UnfinishedFiles } from './unfinished-files.js';

const deadPid = spawnSync(process.execPath, ['--version']).pid;
const hours = 3_600_000;

let folder: string;
let files: UnfinishedFiles;
let file: UnfinishedFile;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-unfinished-'));
  files = new UnfinishedFiles(folder);
  file = await files.create();
});
afterEach(async () => {
  await file.handle.close();
  await rm(folder, { recursive: true, force: true });
});

const left = async (): Promise<string[]> => {
  await new UnfinishedFiles(folder).prepare();
  return readdir(folder);
};

const writtenBy = async (host: string, pid: number): Promise<string> => {
  const [ownHost = '', , random = ''] = basename(file.path).split('.');
  const name = [host === 'this host' ? ownHost : host, pid, random].join('.');
  await rename(file.path, join(folder, name));
  return name;
};

const lastWritten = async (name: string, agoMilliseconds: number): Promise<void> => {
  const time = new Date(Date.now() - agoMilliseconds);
  await utimes(join(folder, name), time, time);
};

it('a file that this process is writing is kept', async () => expect(await left()).toEqual([basename(file.path)]));

it('a file that another running process is writing is kept', async () => {
  const name = await writtenBy('this host', process.ppid);
  expect(await left()).toEqual([name]);
});

it('the file of a process that died is removed', async () => {
  await writtenBy('this host', deadPid);
  expect(await left()).toEqual([]);
});

it('the file of a predecessor with the same process number is removed', async () => {
  await lastWritten(basename(file.path), performance.now() + 60_000);
  expect(await left()).toEqual([]);
});

it('the file of another host, whose processes are not visible, is kept', async () => {
  const name = await writtenBy('0123456789abcdef', deadPid);
  expect(await left()).toEqual([name]);
});

it('a file without writes for more than a day is removed', async () => {
  const name = await writtenBy('0123456789abcdef', deadPid);
  await lastWritten(name, 23 * hours);
  expect(await left()).toEqual([name]);
  await lastWritten(name, 25 * hours);
  expect(await left()).toEqual([]);
});

it('the folder is created, and a file may be discarded once or twice', async () => {
  const nested = new UnfinishedFiles(join(folder, 'a', 'b'));
  await nested.prepare();
  const unfinished = await nested.create();
  await nested.discard(unfinished);
  await nested.discard(unfinished);
  expect(await readdir(join(folder, 'a', 'b'))).toEqual([]);
});
