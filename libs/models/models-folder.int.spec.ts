import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkModel } from './check-model.js';
import { installModel } from './install-model.js';
import type { ModelManifest } from './model-manifest.js';
import { openSource } from './model-source.js';
import { packedModel, writeSource } from './models.fixture.js';
import { changeModels, faultsOf, installedModels, removeModel } from './models-folder.js';

const { signal } = new AbortController();
const id = 'marian-en-de-tiny';
let folder: string;
let model: ModelManifest;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-folder-'));
  await writeSource(join(folder, 'source'), await packedModel());
  const source = await openSource(join(folder, 'source'), signal);
  for (const each of source.catalogue?.models ?? [])
    model = (
      await installModel(each, {
        ...options(),
        folder: join(folder, 'models'),
        source,
        check: checkModel,
        reserveBytes: 0,
      })
    ).manifest;
  folder = join(folder, 'models');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const waits: { pid: number; host: string }[] = [];
const options = () => ({ signal, onWait: (holder: { pid: number; host: string }) => waits.push(holder) });
const ids = async () => (await installedModels(folder)).models.map(({ modelId }) => modelId);

it('every file that is changed, missing or a stranger is named, and so is a changed manifest', async () => {
  await writeFile(join(folder, id, 'vocab.ende.spm'), 'other');
  await rm(join(folder, id, 'lex.50.50.ende.s2t.bin'));
  await writeFile(join(folder, id, 'stray'), '');
  const faults = await faultsOf(folder, { ...model, modelSha256: 'f'.repeat(64) });
  expect(faults.map((fault) => fault.split(' ').slice(0, 3).join(' '))).toEqual([
    'lex.50.50.ende.s2t.bin is missing',
    'vocab.ende.spm has the',
    'model.json has been',
    'stray does not',
  ]);
});

it.each([
  ['no JSON', () => '{'],
  ['another id', () => JSON.stringify({ ...model, modelId: 'marian-en-fr-tiny' })],
  ['a part that leads out of its folder', () => JSON.stringify({ ...model, parts: { ...model.parts, model: '../x' } })],
  [
    'a file that leads out of its folder',
    () => JSON.stringify({ ...model, files: { ...model.files, '../x': 'a'.repeat(64) } }),
  ],
  ['no files', () => JSON.stringify({ ...model, files: {} })],
])('a folder whose manifest is %s is no model', async (_name, text) => {
  await writeFile(join(folder, id, 'model.json'), text());
  expect(await installedModels(folder)).toEqual({ models: [], broken: [id] });
});

it('a model is removed whole', async () => {
  await changeModels(folder, options(), () => removeModel(folder, id));
  expect([await ids(), await readdir(join(folder, '.removed'))]).toEqual([[], []]);
});

it('a model whose successor never came is back, and one whose successor came is gone', async () => {
  await mkdir(join(folder, '.replaced'));
  await rename(join(folder, id), join(folder, '.replaced', id));
  expect(await ids()).toEqual([]);
  await changeModels(folder, options(), async () => undefined);
  expect(await ids()).toEqual([id]);
  await mkdir(join(folder, '.replaced', id));
  await changeModels(folder, options(), async () => undefined);
  expect([await ids(), await readdir(join(folder, '.replaced'))]).toEqual([[id], []]);
});

it('a download that nobody went on with for a week is removed, and a younger one is not', async () => {
  await mkdir(join(folder, '.work', 'old'), { recursive: true });
  await mkdir(join(folder, '.work', 'young'));
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
  await utimes(join(folder, '.work', 'old'), eightDaysAgo, eightDaysAgo);
  await changeModels(folder, options(), async () => undefined);
  expect(await readdir(join(folder, '.work'))).toEqual(['young']);
});

const lockOf = (change: object) =>
  JSON.stringify({ pid: process.pid, host: hostname(), namespace: '', token: 'x', ...change });

it.each([
  ['a process that has died', lockOf({ pid: 2 ** 22 + 1, namespace: undefined }), 61_000],
  ['another machine that touches it no more', lockOf({ host: 'elsewhere' }), 61_000],
  ['nobody', '', 61_000],
])('the lock of %s is taken over by one of many', async (_name, content, ageMs) => {
  await writeFile(join(folder, '.lock'), content);
  const then = new Date(Date.now() - ageMs);
  await utimes(join(folder, '.lock'), then, then);
  let inside = 0;
  const most = await Promise.all(
    Array.from({ length: 5 }, () =>
      changeModels(folder, options(), async (lock) => {
        inside += 1;
        const now = inside;
        await lock.assertHeld();
        inside -= 1;
        return now;
      }),
    ),
  );
  expect(most).toEqual([1, 1, 1, 1, 1]);
  expect((await readdir(folder)).filter((name) => name.startsWith('.lock'))).toEqual([]);
});

it('a lock that is held elsewhere is waited for, and whoever has lost it changes nothing', async () => {
  await writeFile(join(folder, '.lock'), lockOf({ host: 'elsewhere', pid: 7 }));
  const ending = new AbortController();
  const waiting = changeModels(
    folder,
    { signal: ending.signal, onWait: ({ pid, host }) => ending.abort(`${host} ${pid}`) },
    async () => 1,
  );
  await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await rm(join(folder, '.lock'));
  const lost = changeModels(folder, options(), async (lock) => {
    await writeFile(join(folder, '.lock'), lockOf({ token: 'of another' }));
    await lock.assertHeld();
  });
  await expect(lost).rejects.toThrow('Another process has begun');
  expect(await readdir(folder)).toContain('.lock');
});
