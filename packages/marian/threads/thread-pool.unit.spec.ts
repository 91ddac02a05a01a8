import { afterEach, describe, expect, it } from 'vitest';
import { type LoadedModel, loadModel } from '../network/loaded-model.js';
import { tinyModel } from '../network/translated.fixture.js';
import { ThreadPool } from './thread-pool.js';

const model = loadModel(tinyModel(true), 2, 4);
const sentence = { tokens: Uint32Array.of(5, 6, 0), limit: 4, withAlignment: false, tellsTokens: false };
const pools: ThreadPool[] = [];
const poolOf = async (changed: Partial<LoadedModel['network']>): Promise<ThreadPool> => {
  const pool = new ThreadPool({ ...model, network: { ...model.network, ...changed } }, 4);
  pools.push(pool);
  await pool.ready;
  return pool;
};
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('threads', () => {
  it('translate what is given to them, more than they are, and each sentence once', async () => {
    const pool = await poolOf({});
    const translations = await Promise.all(
      Array.from({ length: 50 }, () => pool.translate(sentence, undefined, undefined)),
    );
    const [first] = translations;
    expect(first?.tokens.length).toBeGreaterThan(0);
    for (const translation of translations) expect(translation).toEqual(first);
  });

  it('that are not to spread sentences translate those of one turn as one batch', async () => {
    const threads = loadModel(tinyModel(true), 2, 4);
    const pool = new ThreadPool(threads, 4, false);
    pools.push(pool);
    await pool.ready;
    const told: number[] = [];
    const translations = Array.from({ length: 4 }, (_, index) =>
      pool.translate({ ...sentence, tellsTokens: true }, undefined, () => told.push(index)),
    );
    const [first] = await Promise.all(translations);
    // Each step of a batch writes a token of each sentence.
    expect(told).toEqual(Array.from({ length: first?.tokens.length ?? 0 }, () => [0, 1, 2, 3]).flat());
  });

  it('one that fails loses its batch alone, and another takes its place', async () => {
    // An address outside of the memory, where WebAssembly ends the thread.
    const pool = await poolOf({ source: { ...model.network.source, weights: 2 ** 32 - 64 } });
    for (let round = 0; round < 4; round += 1)
      await expect(pool.translate(sentence, undefined, undefined)).rejects.toThrow(/memory access out of bounds/);
  });

  it('that cannot begin end the pool with their error', async () => {
    const begun = poolOf({ positions: 2 ** 40 });
    await expect(begun).rejects.toThrow(/Start offset|Invalid typed array/);
  });
});
