import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bytesOf, type TarEntry, tarOf } from '#libs/platform/tar/tar.js';
import { bundleOf } from './bundle.js';
import { checkModel } from './check-model.js';
import { installModel } from './install-model.js';
import { openSource } from './model-source.js';
import { packedModel, sha256Of, writeSource } from './models.fixture.js';
import { faultsOf, installedModels } from './models-folder.js';

const { signal } = new AbortController();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-bundle-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const installFrom = async (from: string, into: string) => {
  const source = await openSource(from, signal);
  for (const model of source.catalogue?.models ?? [])
    await installModel(model, {
      ...{ folder: into, source, check: checkModel, signal, reserveBytes: 0, onWait: () => undefined },
    });
  return (await installedModels(into)).models;
};

const file = (path: string, content: string | Buffer): TarEntry => {
  const bytes = Buffer.from(content);
  const chunks = (async function* () {
    yield bytes;
  })();
  return { path, content: { size: bytes.length, chunks } };
};

const tar = async (...entries: TarEntry[]): Promise<string> => {
  const path = join(folder, 'given.tar');
  const all = (async function* () {
    yield* entries;
  })();
  await writeFile(path, await bytesOf(tarOf(all)));
  return path;
};

const about = { size: 4, sha256: sha256Of(Buffer.from('text')) };
const other = { size: 4, sha256: sha256Of(Buffer.from('else')) };
const catalogue = (files = { 'model.x.bin': about, 'vocab.x.spm': other }) =>
  file('catalogue.json', JSON.stringify({ models: [{ pair: 'en-de', architecture: 'tiny', folder: 'm', files }] }));
const both = () => [file('m/model.x.bin', 'text'), file('m/vocab.x.spm', 'else')];

it('installed models go through a bundle, and come out of it the same, from it and from what it unpacks to', async () => {
  const source = join(folder, 'source');
  await writeSource(source, await packedModel());
  const first = await installFrom(source, join(folder, 'first'));
  expect(first[0]?.source).toBe('folder source');
  const bundle = await bytesOf(bundleOf(join(folder, 'first'), first));
  expect(bundle.equals(await bytesOf(bundleOf(join(folder, 'first'), [...first].reverse())))).toBe(true);
  await writeFile(join(folder, 'models.tar'), bundle);
  const second = await installFrom(join(folder, 'models.tar'), join(folder, 'second'));
  expect(second).toHaveLength(1);
  for (const [index, model] of second.entries()) {
    const { modelSha256, files, name, licence, licenceUrl, qualities } = first[index] ?? {};
    expect(model).toMatchObject({
      modelSha256,
      files,
      name,
      licence,
      licenceUrl,
      qualities,
      source: 'bundle models.tar',
    });
    expect(await faultsOf(join(folder, 'second'), model)).toEqual([]);
  }
  expect((await bytesOf(bundleOf(join(folder, 'second'), second))).equals(bundle)).toBe(true);
});

it.each<[string, () => TarEntry[], string]>([
  ['no catalogue', both, 'It has no catalogue.json.'],
  ['a file less than its catalogue', () => [catalogue(), ...both().slice(1)], 'Its catalogue has m/model.x.bin'],
  ['a file more', () => [catalogue(), ...both(), file('../../etc/cron.d/x', 'text')], 'which its catalogue has not'],
  ['a file twice', () => [catalogue(), ...both(), ...both()], 'It has a file twice.'],
  ['two catalogues', () => [catalogue(), catalogue(), ...both()], 'It has a file twice.'],
  ['a folder', () => [{ path: 'm', content: undefined }, catalogue(), ...both()], 'a bundle has files alone'],
  ['a file of another size', () => [catalogue(), file('m/model.x.bin', 'longer'), ...both().slice(1)], 'has 6 bytes'],
])('a bundle with %s is refused', async (_name, entries, reason) => {
  await expect(openSource(await tar(...entries()), signal)).rejects.toThrow(reason);
});

it('a bundle that is none, is cut, or has another content is refused', async () => {
  await expect(openSource(join(import.meta.dirname, 'bundle.ts'), signal)).rejects.toThrow('bundle.ts cannot be used');
  const path = await tar(catalogue(), file('m/model.x.bin', 'text'), file('m/vocab.x.spm', 'elsa'));
  await expect(installFrom(path, join(folder, 'models'))).rejects.toThrow(
    'vocab.x.spm could not be fetched. bundle given.tar: it has another SHA-256',
  );
  await writeFile(path, (await readFile(path)).subarray(0, 700));
  await expect(openSource(path, signal)).rejects.toThrow('ends too early');
});
