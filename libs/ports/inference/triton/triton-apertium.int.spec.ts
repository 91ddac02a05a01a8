import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { createApertiumEngine } from '../apertium/apertium-engine.js';
import { inferenceContract } from '../inference.contract.js';
import type { InferenceEngine } from '../inference.port.js';
import { englishSamples, parseSegment, writeSegment } from './contract/sample-segments.js';
import { createTritonEngine } from './triton-engine.js';

describe('Apertium on Triton', () => {
  let folder: string;
  let triton: RunningTriton;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-models-'));
    const prepare = join(projectRoot, 'infra/triton/prepare.py');
    const args = [prepare, '--output', folder, '--apertium', '--pairs', 'en-es', 'fr-ca', 'es-pt-BR'];
    await promisify(execFile)('python3', args, { env: { PATH: '/usr/bin:/bin' } });
    triton = await startTriton({ repository: folder });
  });
  afterAll(async () => {
    await triton?.server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const createEngine = (): InferenceEngine => createTritonEngine({ urls: [triton.grpcUrl] });

  inferenceContract('Apertium on Triton, English to Spanish', {
    createEngine,
    source: 'en',
    target: 'es',
    unsupported: ['en', 'ja'],
    nouns: ['cat', 'house', 'water', 'friend'],
  });

  it('translates to a regional variant by its tag', async () => {
    const engine = createEngine();
    expect(await engine.pairs()).toContainEqual({ source: 'es', target: 'pt-BR' });
    const request = { source: 'es', target: 'pt-BR', segments: [[{ kind: 'text', text: 'el tren' }]] } as const;
    expect(await engine.translate(request)).toEqual({
      segments: [{ parts: [{ kind: 'text', text: 'o trem' }], confidence: 1 }],
      model: 'apertium-es-pt_BR',
    });
    await engine.close();
  });

  it('translates as the embedded engine does, tags and kept spans included', async () => {
    const engines = [createEngine(), createApertiumEngine({ pairs: [{ source: 'en', target: 'es' }] })];
    const segments = englishSamples.map(parseSegment);
    const [onTriton = [], embedded = []] = await Promise.all(
      engines.map(async (engine) => {
        const answer = await engine.translate({ source: 'en', target: 'es', segments });
        await engine.close();
        return answer.segments.map(({ parts, confidence }) => `${writeSegment(parts)} ${confidence.toFixed(2)}`);
      }),
    );
    expect(onTriton[0]).toBe('Vi el gato negro. 1.00');
    expect(onTriton).toEqual(embedded);
  });
});
