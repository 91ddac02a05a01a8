import { setTimeout as sleep } from 'node:timers/promises';
import { createTritonClient, type TritonClient } from '@transledger/triton-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import { type RunningTriton, startTriton } from '#test/servers/triton.js';
import type { InferenceEngine, TranslationRequest } from '../inference.port.js';
import { type ToyRepository, toyRepository } from './contract/toy-repository.js';
import { createTritonEngine } from './triton-engine.js';

const direct = (source: string, target: string) => ({ pairs: `${source}-${target}` });

const models = {
  small: { mood: 'shouts', parameters: { qualities: 'fast', stream: 'toy_stream' } },
  large: { parameters: { rank: '2', model: 'Large 1.0', qualities: 'balanced quality', stream: 'toy_stream' } },
  toy_stream: { streams: true },
  tells: { mood: 'tells', parameters: { ...direct('en', 'de'), formality: 'de', domains: '1' } },
  careless: { mood: 'careless', parameters: { ...direct('en', 'fr'), markup: '1' } },
  doubles: { mood: 'doubles', parameters: direct('en', 'it') },
  unsure: { mood: 'unsure', parameters: direct('en', 'pt') },
  mumbles: { mood: 'mumbles', parameters: direct('en', 'sv') },
  refuses: { mood: 'refuses', parameters: direct('en', 'da') },
  slow: { mood: 'slow', parameters: direct('en', 'nl') },
  malformed: { parameters: { rank: 'best', pairs: 'en-ja' } },
  streamless: { parameters: { ...direct('en', 'fi'), stream: 'nowhere' } },
};

let repository: ToyRepository;
let triton: RunningTriton;
let control: TritonClient;
beforeAll(async () => {
  repository = await toyRepository(models);
  triton = await startTriton({ repository: repository.folder, modelControl: 'explicit' });
  control = createTritonClient({ urls: [triton.grpcUrl] });
});
afterAll(async () => {
  control?.close();
  await triton?.server.stop();
  await repository?.remove();
});

const translated = async (engine: InferenceEngine, text: string, more: Partial<TranslationRequest> = {}) => {
  const segments = [[{ kind: 'text' as const, text }]];
  const { segments: answers, model } = await engine.translate({ source: 'en', target: 'es', segments, ...more });
  return { text: plainText(answers[0]?.parts ?? []), model, confidence: answers[0]?.confidence };
};

const eventually = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(20)) if (await isSo()) return;
  throw new Error('It has not come about within 30 s');
};

describe('models on a server', () => {
  const faults: string[] = [];
  let engine: InferenceEngine;
  beforeAll(() => {
    engine = createTritonEngine({
      urls: [triton.grpcUrl],
      refreshMs: 100,
      onFault: ({ message }) => faults.push(message),
    });
  });
  afterAll(() => engine.close());

  it('models are found with their pairs and features; a malformed one is reported once and left out', async () => {
    const pairs = (await engine.pairs()).map(({ source, target }) => `${source}-${target}`);
    expect(pairs.sort()).toEqual(['en-da', 'en-de', 'en-es', 'en-fi', 'en-fr', 'en-it', 'en-nl', 'en-pt', 'en-sv']);
    expect((await engine.languages()).filter((each) => each.supportsFormality).map(({ code }) => code)).toEqual(['de']);
    await sleep(300);
    expect(faults.toSorted()).toEqual([
      expect.stringContaining('malformed'),
      expect.stringContaining('its stream model nowhere is not there'),
    ]);
    expect((await translated(engine, 'cat', { target: 'fi' })).text).toBe('gato');
  });

  it('models are chosen by rank and quality', async () => {
    expect(await translated(engine, 'the cat')).toMatchObject({ text: 'el gato', model: 'Large 1.0' });
    expect(await translated(engine, 'the cat', { quality: 'fast' })).toMatchObject({ text: 'EL GATO', model: 'small' });
    expect(engine.modelName({ source: 'en', target: 'es' }, 'quality')).toBe('Large 1.0');
  });

  it.each([
    [{}, 'DOMAIN=|FORMALITY='],
    [{ formality: 'neutral', domain: 'general' } as const, 'DOMAIN=|FORMALITY='],
    [{ formality: 'formal', domain: '12 law' } as const, 'DOMAIN=12_law|FORMALITY=formal'],
  ])('with the options %j a model is only sent those that have an effect', async (options, told) => {
    expect((await translated(engine, 'cat', { target: 'de', ...options })).text).toBe(told);
    expect((await translated(engine, 'cat', options)).text).toBe('gato');
  });

  it('a model that is careless with tags cannot break them', async () => {
    const parts = [
      { kind: 'open' as const, id: 1 },
      { kind: 'text' as const, text: 'the cat' },
      { kind: 'close' as const, id: 1 },
      { kind: 'text' as const, text: ' of ' },
      { kind: 'keep' as const, text: '{x}' },
    ];
    const { segments } = await engine.translate({ source: 'en', target: 'fr', segments: [parts] });
    expect(segments[0]?.parts).toEqual([
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'el gato' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' de ' },
      { kind: 'keep', text: '{x}' },
    ]);
  });

  it.each([
    ['it', 'doubles', 'TRANSLATION has 2 elements, not 1'],
    ['pt', 'unsure', 'CONFIDENCE'],
    ['sv', 'mumbles', 'encoded data was not valid'],
    ['da', 'refuses', ''],
  ])('a model that answers wrongly (%s) is an error that names the model %s', async (target, model, why) => {
    const error = await translated(engine, 'secret cat', { target }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      kind: 'model-unavailable',
      message: expect.stringMatching(new RegExp(`${model}.*${why}`)),
    });
    expect(String(error)).not.toContain('secret');
  });

  it('a model that takes too long is unavailable', async () => {
    const hasty = createTritonEngine({ urls: [triton.grpcUrl], requestTimeoutMs: 50 });
    const error = await translated(hasty, 'cat', { target: 'nl' }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'model-unavailable', message: expect.stringContaining('deadline') });
    await hasty.close();
  });

  it('models translate for people before they go on with documents', async () => {
    let documentsDone = 0;
    const documents = ['cat', 'house'].map(async (noun) => {
      const segments = Array.from({ length: 500 }, (_, n) => [{ kind: 'text' as const, text: `${noun} ${n}` }]);
      const answer = await engine.translate({ source: 'en', target: 'nl', segments, priority: 'document' });
      documentsDone += 1;
      return answer.segments.map(({ parts }) => plainText(parts));
    });
    expect((await translated(engine, 'cat', { target: 'nl', priority: 'interactive' })).text).toBe('gato');
    // In the order of arrival, the text would have been the last of a thousand.
    expect(documentsDone).toBe(0);
    const numbered = (noun: string) => Array.from({ length: 500 }, (_, n) => `${noun} ${n}`);
    expect(await Promise.all(documents)).toEqual([numbered('gato'), numbered('casa')]);
  });

  it('a model is notified of a cancelled stream at once', async () => {
    const count = () => triton.server.log().match(/cancelled after \d+ tokens/g)?.length ?? 0;
    const controller = new AbortController();
    const segments = [[{ kind: 'text' as const, text: `slowly ${'cat '.repeat(90)}` }]];
    const request = { source: 'en', target: 'es', segments };
    const aborted = await engine.translateStream({ ...request, signal: controller.signal });
    const reason = new Error('changed my mind');
    const reading = (async () => {
      for await (const token of aborted.tokens) if (token.startsWith('g')) controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
    await expect(aborted.done).rejects.toBe(reason);
    await eventually(() => count() === 1);

    const left = await engine.translateStream(request);
    for await (const token of left.tokens) if (token.startsWith('g')) break;
    await eventually(() => count() === 2);
  });

  it('a model that is unloaded or vanishes is replaced by the next by rank, until it comes back', async () => {
    await control.unloadModel('large');
    expect(await translated(engine, 'the cat')).toMatchObject({ text: 'EL GATO', model: 'small' });
    await control.unloadModel('small');
    const error = await translated(engine, 'the cat').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'model-unavailable' });
    await eventually(async () => !(await engine.pairs()).some(({ target }) => target === 'es'));
    await expect(translated(engine, 'the cat')).rejects.toMatchObject({ kind: 'model-unavailable' });
    await expect(translated(engine, 'the cat', { target: 'ja' })).rejects.toMatchObject({ kind: 'unsupported-pair' });
    expect(await engine.health()).toEqual({ ready: true });
    await Promise.all([control.loadModel('large'), control.loadModel('small')]);
    await eventually(async () => (await engine.pairs()).some(({ target }) => target === 'es'));
    await eventually(async () => (await translated(engine, 'the cat')).model === 'Large 1.0');
  });
});

describe('servers', () => {
  it('servers may come and go, and nothing is lost while one is up', async () => {
    const folder = repository.folder;
    const second = await startTriton({ repository: folder, modelControl: 'explicit' });
    const urls = [triton.grpcUrl, second.grpcUrl];
    const engine = createTritonEngine({ urls, refreshMs: 100 });
    await translated(engine, 'cat');
    let answered = 0;
    const calls = Array.from({ length: 40 }, async (_, call) => {
      for (let turn = 0; turn < 10; turn += 1) {
        expect((await translated(engine, `cat ${call}\nhouse ${turn}`)).text).toBe(`gato ${call}\ncasa ${turn}`);
        answered += 1;
        if (answered === 100) await second.server.kill();
      }
    });
    await Promise.all(calls);
    expect(answered).toBe(400);
    expect(await engine.health()).toEqual({ ready: true });
    await engine.close();
    await second.server.stop();
  });

  it('servers need not be there at the start, and without any the engine says so', async () => {
    const grpcPort = await freePort();
    const grpcUrl = `grpc://127.0.0.1:${grpcPort}`;
    const engine = createTritonEngine({ urls: [grpcUrl], refreshMs: 200 });
    expect(await engine.health()).toEqual({
      ready: false,
      reason: expect.stringMatching(/ECONNREFUSED.*Start one, or correct TRITON_URLS/),
    });
    const overTls = createTritonEngine({ urls: [triton.grpcUrl.replace('grpc:', 'grpcs:')] });
    expect(await overTls.health()).toEqual({ ready: false, reason: expect.stringMatching(/SSL|TLS/i) });
    await overTls.close();
    expect(await engine.pairs()).toEqual([]);
    await expect(translated(engine, 'cat')).rejects.toMatchObject({ kind: 'model-unavailable' });
    const back = await startTriton({ repository: repository.folder, grpcPort, modelControl: 'explicit' });
    await eventually(async () => (await engine.health()).ready);
    expect((await translated(engine, 'cat')).text).toBe('gato');

    await back.server.kill();
    await expect(translated(engine, 'cat')).rejects.toMatchObject({ kind: 'model-unavailable' });
    await eventually(async () => !(await engine.health()).ready && (await engine.pairs()).length === 0);
    await engine.close();
    await back.server.stop();
  });
});
