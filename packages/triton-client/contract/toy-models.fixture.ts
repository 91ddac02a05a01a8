import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningTriton, startTriton, type TritonOptions } from '../../../test/servers/triton.js';

const models = join(import.meta.dirname, 'models');

export interface ToyTriton extends RunningTriton {
  stop(): Promise<void>;
}

/**
 * Starts a tritonserver with the toy models (see each model.py), on a copy, as Python writes its own files beside them.
 */
export const startToyTriton = async (options: Partial<TritonOptions> = {}): Promise<ToyTriton> => {
  const repository = await mkdtemp(join(tmpdir(), 'triton-toy-models-'));
  await cp(models, repository, { recursive: true });
  const triton = await startTriton({ repository, ...options });
  const stop = async () => {
    await triton.server.stop();
    await rm(repository, { recursive: true, force: true });
  };
  return { ...triton, stop };
};
