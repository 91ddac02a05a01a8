import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFiles } from '@transledger/marian';
import { type ModelManifest, manifestName, marianModelId } from '#libs/models/model-manifest.js';
import { modelHash } from '#libs/models/models-folder.js';
import { projectRoot } from '#test/project-root.js';

const samples = join(projectRoot, 'packages/marian/samples');

/** Lines that the tiny model was trained on. */
export const sampleLines = async (): Promise<string[]> =>
  (await readFile(join(samples, 'source.txt'), 'utf8')).trimEnd().split('\n');

/** The tiny model as it is loaded. */
export const sampleFiles: ModelFiles = {
  model: join(samples, 'model.bin'),
  vocabularies: [join(samples, 'vocab.spm')],
  shortlist: join(samples, 'lex.bin'),
};

/** Files of the tiny model from English to German, by the names that a source has for them. */
const partsOf = (isAligned: boolean): Record<string, string> => ({
  'model.bin': isAligned ? 'aligned/model.bin' : 'model.bin',
  'lex.bin': 'lex.bin',
  'vocab.spm': 'vocab.spm',
});

/** Installs the tiny model in a folder of models, or the one with trained alignment, as the command line does: whole, by a rename. */
export const installSample = async (
  models: string,
  { isAligned = false, target = 'de', change = (manifest: ModelManifest): object => manifest } = {},
): Promise<ModelManifest> => {
  const id = marianModelId('en', target, 'tiny');
  const work = join(models, '.work', id);
  await mkdir(work, { recursive: true });
  const files: Record<string, string> = {};
  let sizeBytes = 0;
  for (const [name, sample] of Object.entries(partsOf(isAligned))) {
    const bytes = await readFile(join(samples, sample));
    await cp(join(samples, sample), join(work, name));
    files[name] = createHash('sha256').update(bytes).digest('hex');
    sizeBytes += bytes.length;
  }
  const manifest: ModelManifest = {
    modelId: id,
    modelSha256: modelHash(files),
    name: `English to ${target}, tiny`,
    engine: 'marian',
    architecture: 'tiny',
    sourceLanguages: ['en'],
    targetLanguages: [target],
    licence: 'MPL-2.0',
    licenceUrl: null,
    source: 'file:///samples',
    qualities: [],
    sizeBytes,
    files,
    parts: { model: 'model.bin', vocabularies: ['vocab.spm'], shortlist: 'lex.bin' },
    installedAt: new Date().toISOString(),
  };
  await writeFile(join(work, manifestName), JSON.stringify(change(manifest)));
  await removeSample(models, id);
  await rename(work, join(models, id));
  return manifest;
};

export const removeSample = async (models: string, id: string): Promise<void> => {
  const place = join(models, id);
  const removed = join(models, '.removed');
  await rm(removed, { recursive: true, force: true });
  await rename(place, removed).catch(() => undefined);
};
