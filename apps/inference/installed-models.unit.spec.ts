import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelManifest } from '#libs/models/model-manifest.js';
import { InstalledModels } from './installed-models.js';
import { installSample, removeSample } from './sample-model.fixture.js';

const id = 'marian-en-de-tiny';
let folder: string;
let told: string[];
let installed: InstalledModels;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'models-'));
  told = [];
  installed = new InstalledModels(folder, (name, reason) => told.push(`${name}: ${reason}`));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ids = async () => (await installed.look()).map(({ manifest }) => manifest.modelId);

describe('the folder of models', () => {
  it('has what is in it now, and nothing where it is not there', async () => {
    expect(await new InstalledModels(join(folder, 'nowhere'), () => expect.unreachable()).look()).toEqual([]);
    expect(await ids()).toEqual([]);
    const manifest = await installSample(folder);
    expect(await installed.look()).toEqual([
      {
        manifest,
        folder: join(folder, id),
        files: {
          model: join(folder, id, 'model.bin'),
          vocabularies: [join(folder, id, 'vocab.spm')],
          shortlist: join(folder, id, 'lex.bin'),
        },
      },
    ]);
    await removeSample(folder, id);
    expect([await ids(), told]).toEqual([[], []]);
  });

  it('has the new model where one was exchanged', async () => {
    await installSample(folder);
    const [before] = await installed.look();
    const { modelSha256 } = await installSample(folder, { isAligned: true });
    const [after] = await installed.look();
    expect(after?.manifest.modelSha256).toBe(modelSha256);
    expect(before?.manifest.modelSha256).not.toBe(modelSha256);
  });

  it('leaves out what is in work, what is no model, and a second copy of one', async () => {
    await installSample(folder);
    await installSample(folder, { target: 'fr' });
    await mkdir(join(folder, 'notes'));
    await writeFile(join(folder, 'file'), '');
    expect([await ids(), told]).toEqual([[id], []]);
  });

  it('leaves out a model of another engine', async () => {
    await installSample(folder, { change: (manifest) => ({ ...manifest, engine: 'other' }) });
    expect([await ids(), told]).toEqual([[], []]);
  });

  it.each<[string, (manifest: ModelManifest) => object, RegExp]>([
    ['of another name', (manifest) => ({ ...manifest, modelId: 'marian-en-fr-tiny' }), /not that of a model/],
    ['of another hash', (manifest) => ({ ...manifest, modelSha256: '0'.repeat(64) }), /another hash/],
    ['of no pair', (manifest) => ({ ...manifest, targetLanguages: [] }), /no pair of languages/],
    ['of another size', (manifest) => ({ ...manifest, sizeBytes: 1 }), /bytes in place of 1/],
    ['that is none', () => [], /not that of a model/],
  ])('leaves out a manifest %s, and says so once', async (_what, change, reason) => {
    await installSample(folder, { change });
    expect([await ids(), await ids()]).toEqual([[], []]);
    expect(told).toEqual([expect.stringMatching(reason)]);
  });

  it('leaves out a model whose files are cut or missing', async () => {
    await installSample(folder);
    await truncate(join(folder, id, 'model.bin'), 1_000);
    expect(await ids()).toEqual([]);
    await rm(join(folder, id, 'model.bin'));
    expect(await ids()).toEqual([]);
    expect(told).toEqual([expect.stringMatching(/bytes in place of/), `${id}: the file model.bin is missing`]);
  });
});
