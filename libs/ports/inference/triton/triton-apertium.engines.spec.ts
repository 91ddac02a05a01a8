import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTritonClient } from '@transledger/triton-client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { projectRoot } from '#test/project-root.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import { createApertiumEngine } from '../apertium/apertium-engine.js';
import { inferenceContract } from '../inference.contract.js';
import type { InferenceEngine } from '../inference.port.js';
import { segments as randomSegments } from '../random-segments.arbitrary.js';
import {
  englishSamples,
  frenchSamples,
  hardSamples,
  norwegianSamples,
  parseSegment,
  serbianSamples,
  writeSegment,
} from './contract/sample-segments.js';
import { createTritonEngine } from './triton-engine.js';

describe('Apertium on Triton', () => {
  let folder: string;
  let triton: RunningTriton;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-models-'));
    const prepare = join(projectRoot, 'infra/triton/prepare.py');
    const args = [prepare, '--output', folder, '--apertium', 'eng-spa', 'fra-cat', 'es-pt_BR', 'hbs-eng', 'nob-dan'];
    await promisify(execFile)('python3', args, { env: { PATH: '/usr/bin:/bin' } });
    triton = await startTriton({ repository: folder, modelControl: 'explicit' });
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

  it('a text is translated to a regional variant by its tag', async () => {
    const engine = createEngine();
    expect(await engine.pairs()).toContainEqual({ source: 'es', target: 'pt-BR' });
    const request = { source: 'es', target: 'pt-BR', segments: [[{ kind: 'text', text: 'el tren' }]] } as const;
    expect(await engine.translate(request)).toMatchObject({
      segments: [{ parts: [{ kind: 'text', text: 'o trem' }], confidence: 1 }],
      model: 'apertium-es-pt_BR',
    });
    await engine.close();
  });

  it('every pair reports the model that the embedded engine reports', async () => {
    const [onTriton, embedded] = [createEngine(), createApertiumEngine()];
    const pairs = await onTriton.pairs();
    expect(pairs.map(({ source, target }) => `${source}-${target}`).sort()).toEqual([
      'bs-en',
      'en-es',
      'es-pt',
      'es-pt-BR',
      'fr-ca',
      'hr-en',
      'nb-da',
      'sr-en',
    ]);
    for (const pair of pairs.filter(({ target }) => target !== 'pt')) {
      expect(onTriton.modelName(pair, 'balanced')).toBe(embedded.modelName(pair));
    }
    await Promise.all([onTriton.close(), embedded.close()]);
  });

  describe('beside the embedded engine', () => {
    let engines: readonly [InferenceEngine, InferenceEngine];
    /**
     * A text after which (its brackets, seemingly) the processes translate some words otherwise, for good. So each
     * chain has seen it before the comparison, whatever the order of the rest.
     */
    const unforgotten = { source: 'en', target: 'es', segments: [parseSegment('Price: € 5.00 (tax included).')] };
    beforeAll(async () => {
      engines = [createEngine(), createApertiumEngine()];
      for (const engine of engines) {
        await engine.translate(unforgotten);
        await Array.fromAsync((await engine.translateStream(unforgotten)).tokens);
      }
    });
    afterAll(() => Promise.all(engines.map((engine) => engine.close())));

    const bySource: Readonly<Record<string, readonly [string, string]>> = {
      English: ['en', 'es'],
      French: ['fr', 'ca'],
      Serbian: ['sr', 'en'],
      'Norwegian, by recursive transfer,': ['nb', 'da'],
    };
    const corpora: Readonly<Record<string, readonly Segment[]>> = {
      English: [...englishSamples, ...hardSamples].map(parseSegment),
      French: frenchSamples.map(parseSegment),
      Serbian: serbianSamples.map(parseSegment),
      'Norwegian, by recursive transfer,': norwegianSamples.map(parseSegment),
    };

    it.each(Object.keys(bySource))('%s has the segments and confidences of the embedded engine', async (name) => {
      const [source, target] = bySource[name] ?? ['', ''];
      const segments = corpora[name] ?? [];
      const [onTriton, embedded] = await Promise.all(
        engines.map(async (engine) => (await engine.translate({ source, target, segments })).segments),
      );
      expect(onTriton).toHaveLength(segments.length);
      expect(onTriton).toEqual(embedded);
      expect(onTriton?.map(({ parts }) => writeSegment(parts))).not.toEqual(segments.map(writeSegment));
    });

    it('any segment is translated like in the embedded engine, tags and kept spans included', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(randomSegments, { maxLength: 5 }), async (segments) => {
          const [onTriton, embedded] = await Promise.all(
            engines.map(async (engine) => (await engine.translate({ source: 'en', target: 'es', segments })).segments),
          );
          expect(onTriton).toEqual(embedded);
        }),
        { numRuns: 150, seed: 11 },
      );
    });

    it('a text of many lines is streamed in the same tokens as by the embedded engine', async () => {
      const [onTriton, embedded] = await Promise.all(
        engines.map(async (engine) => {
          const segments = [parseSegment(hardSamples.join('\n'))];
          const { tokens, done } = await engine.translateStream({ source: 'en', target: 'es', segments });
          return { tokens: await Array.fromAsync(tokens), confidence: (await done).confidence };
        }),
      );
      expect(onTriton?.tokens.length).toBeGreaterThan(100);
      expect(onTriton).toEqual(embedded);
    });
  });

  it('whole units are streamed by the unary model while the streaming one is missing, which is reported', async () => {
    const faults: string[] = [];
    const control = createTritonClient({ urls: [triton.grpcUrl] });
    await control.unloadModel('apertium_stream');
    control.close();
    const engine = createTritonEngine({ urls: [triton.grpcUrl], onFault: ({ message }) => faults.push(message) });
    const segments = [parseSegment('The black cat of my friend {name}.\nThe house.')];
    const { tokens, done } = await engine.translateStream({ source: 'en', target: 'es', segments });
    expect((await Array.fromAsync(tokens)).join('')).toBe('El gato negro de mi amigo {name}.\nLa casa.');
    expect(await done).toMatchObject({ confidence: 1, model: 'apertium-eng-spa' });
    expect(faults).toEqual([expect.stringContaining('its stream model apertium_stream is not there')]);
    await engine.close();
  });
});
