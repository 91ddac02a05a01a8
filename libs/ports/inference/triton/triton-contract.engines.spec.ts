import { afterAll, beforeAll, describe } from 'vitest';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { inferenceContract } from '../inference.contract.js';
import { type ToyRepository, toyRepository } from './contract/toy-repository.js';
import { createTritonEngine } from './triton-engine.js';

describe.each([
  ['without markup or stream', {}],
  ['with markup and stream', { markup: '1', stream: 'toy_stream' }],
])('a model %s', (name, parameters) => {
  let repository: ToyRepository;
  let triton: RunningTriton;
  beforeAll(async () => {
    repository = await toyRepository({ toy: { parameters }, toy_stream: { streams: true } });
    triton = await startTriton({ repository: repository.folder });
  });
  afterAll(async () => {
    await triton?.server.stop();
    await repository.remove();
  });

  inferenceContract(`Triton, a model ${name}`, {
    createEngine: () => createTritonEngine({ urls: [triton.grpcUrl] }),
    source: 'en',
    target: 'es',
    unsupported: ['en', 'ja'],
    nouns: ['cat', 'house', 'water', 'friend'],
  });
});
