import { describe, expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { clusterEngines, runsModels } from './cluster-engines.js';

const tritons = (environment: NodeJS.ProcessEnv): number =>
  clusterEngines(readSettings(environment)).filter(({ name }) => name.startsWith('triton')).length;

describe('what translates in a cluster on one machine', () => {
  it.each<[environment: NodeJS.ProcessEnv, tritons: number, runsModels: boolean]>([
    [{}, 2, false],
    [{ TRANSLEDGER_INFERENCE: 'marian' }, 0, true],
    [{ TRANSLEDGER_MODELS: 'en-de' }, 0, true],
    [{ TRANSLEDGER_MODELS: 'en-de', TRITON_URLS: 'grpc://127.0.0.1:8001' }, 0, false],
    [{ TRANSLEDGER_INFERENCE: 'marian', TRANSLEDGER_INFERENCE_URLS: 'tcp://127.0.0.1:9467' }, 0, false],
    [{ TRANSLEDGER_INFERENCE_URLS: 'tcp://127.0.0.1:9467' }, 0, false],
    [{ TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_MODELS: 'en-de' }, 0, false],
  ])('with %j: %i Tritons, inference nodes %s', (environment, count, isRun) => {
    expect([tritons(environment), runsModels(readSettings(environment))]).toEqual([count, isRun]);
  });
});
