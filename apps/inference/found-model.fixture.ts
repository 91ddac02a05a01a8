import type { FoundModel } from './installed-models.js';

/** A model that is installed, named by its hash; its files are nowhere. */
export const foundModel = (sha256: string, installedAt = '2026-01-01T00:00:00.000Z'): FoundModel => ({
  folder: `/models/marian-en-de-${sha256}`,
  manifest: {
    modelId: `marian-en-de-${sha256}`,
    modelSha256: sha256,
    name: 'English to German',
    engine: 'marian',
    architecture: 'tiny',
    sourceLanguages: ['en'],
    targetLanguages: ['de'],
    licence: null,
    licenceUrl: null,
    source: 'https://models.example',
    qualities: [],
    sizeBytes: 1,
    files: { 'model.bin': '0'.repeat(64), 'vocab.spm': '1'.repeat(64) },
    parts: { model: 'model.bin', vocabularies: ['vocab.spm'] },
    installedAt,
  },
  files: { model: 'model.bin', vocabularies: ['vocab.spm'] },
});
