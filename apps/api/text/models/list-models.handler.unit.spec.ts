import { expect, it } from 'vitest';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { EngineModel } from '#libs/ports/inference/inference.port.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { withMeta } from '../../http/envelope.js';
import { ListModelsHandler } from './list-models.handler.js';

const installed: EngineModel = {
  id: 'marian-en-de-tiny',
  name: 'Firefox en-de tiny 2.0',
  engine: 'marian',
  sourceLanguages: ['en'],
  targetLanguages: ['de'],
  sha256: 'ab'.repeat(32),
  sizeBytes: 17_000_000,
  licence: 'MPL-2.0',
  licenceUrl: 'https://www.mozilla.org/MPL/2.0/',
  source: 'https://models.example.com/ende',
  qualities: ['fast', 'balanced', 'quality'],
  since: '2026-11-29T08:00:00.000Z',
};
const ruleBased: EngineModel = {
  ...installed,
  id: 'apertium-eng-spa',
  engine: 'apertium',
  sha256: null,
  sizeBytes: null,
  since: null,
};

it('a model has its facts, by the names of the API, and models are ordered by their ids', async () => {
  const handler = new ListModelsHandler(new ShoutingEngine({ models: async () => [installed, ruleBased] }));
  expect(await handler.handle()).toEqual({
    models: [
      expect.objectContaining({ id: 'apertium-eng-spa', sha256: null, size_bytes: null, since: null }),
      {
        id: 'marian-en-de-tiny',
        name: 'Firefox en-de tiny 2.0',
        engine: 'marian',
        source_languages: ['en'],
        target_languages: ['de'],
        sha256: 'ab'.repeat(32),
        size_bytes: 17_000_000,
        licence: 'MPL-2.0',
        licence_url: 'https://www.mozilla.org/MPL/2.0/',
        source: 'https://models.example.com/ende',
        qualities: ['fast', 'balanced', 'quality'],
        since: '2026-11-29T08:00:00.000Z',
      },
    ],
  });
});

it('the list is what the engine had while it is away, with a warning; before it was there it is a refusal', async () => {
  let models: EngineModel[] | undefined;
  const ask = async () => {
    if (models === undefined) throw new ModelUnavailableError('The server is away.');
    return models;
  };
  const handler = new ListModelsHandler(new ShoutingEngine({ models: ask }));
  await expect(handler.handle()).rejects.toThrow('The server is away.');
  models = [installed];
  const there = await handler.handle();
  models = undefined;
  expect(await handler.handle()).toEqual(
    withMeta(there, { warnings: [{ code: 'engine_unavailable', message: expect.any(String) }] }),
  );
});
