import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { model } from './model.decider.js';
import type { InstalledModel, ModelEvent } from './model.events.js';

const now = '2026-11-29T08:00:00.000Z';
const modelSha256 = 'd'.repeat(64);
const marian: InstalledModel = {
  modelSha256,
  modelId: 'marian-en-de-tiny',
  name: 'English to German, tiny',
  engine: 'marian',
  sourceLanguages: ['en'],
  targetLanguages: ['de'],
  files: { 'model.ende.intgemm.alphas.bin': 'e'.repeat(64) },
  sizeBytes: 17_140_899,
  licence: 'MPL-2.0',
  licenceUrl: null,
  source: 'https://models.example.com/ende',
  qualities: ['fast'],
};
const installed: ModelEvent = { type: 'ModelInstalled', data: { ...marian, installedAt: now } };
const removed: ModelEvent = {
  type: 'ModelRemoved',
  data: { modelSha256, modelId: marian.modelId, removedAt: now },
};
const install = { type: 'InstallModel', model: marian, now } as const;
const remove = { type: 'RemoveModel', now } as const;

describe('model', () => {
  it('a model is installed once, however many nodes install it', () => {
    given(model, []).when(install).then([installed]);
    given(model, [installed]).when(install).then([]);
  });

  it('a model is removed once, and can be installed again', () => {
    given(model, [installed]).when(remove).then([removed]);
    given(model, [installed, removed]).when(remove).then([]);
    given(model, []).when(remove).then([]);
    given(model, [installed, removed]).when(install).then([installed]);
  });
});
