import type { InstalledModel } from './model.events.js';

/** A model of English and German, by the first characters of its hash. */
export const installedModel = (hash = 'ab', changes: Partial<InstalledModel> = {}): InstalledModel => ({
  modelSha256: hash.repeat(64 / hash.length),
  modelId: 'marian-en-de-tiny',
  name: 'Firefox en-de tiny 2.0',
  engine: 'marian',
  architecture: 'tiny',
  sourceLanguages: ['en'],
  targetLanguages: ['de'],
  files: { 'model.ende.intgemm.alphas.bin': 'cd'.repeat(32), 'vocab.ende.spm': 'ef'.repeat(32) },
  sizeBytes: 17_000_000,
  licence: 'MPL-2.0',
  licenceUrl: 'https://www.mozilla.org/MPL/2.0/',
  source: 'https://models.example.com/ende',
  qualities: ['fast', 'balanced', 'quality'],
  ...changes,
});
