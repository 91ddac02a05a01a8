import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
import type { InferenceEngine, Quality } from '../inference.port.js';
import { createPivotingEngine } from '../pivot/pivoting-engine.js';
import { type DictionaryModels, dictionaryModels, marianModel } from './contract/dictionary-models.js';
import { createMarianEngine } from './marian-engine.js';
import { InferenceAwayError } from './marian-models.js';

const text = (value: string): Segment => [{ kind: 'text', text: value }];
const request = { source: 'en', target: 'es', segments: [text('The cat')] };

const engines: InferenceEngine[] = [];
const engineOf = (models: DictionaryModels, refreshMs = 60_000): InferenceEngine => {
  const engine = createMarianEngine({ models, refreshMs });
  engines.push(engine);
  return engine;
};

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

describe('a quality', () => {
  it.each<[installed: string[], chosen: Record<Quality, string>]>([
    [['tiny', 'base-memory', 'base'], { fast: 'tiny', balanced: 'base-memory', quality: 'base' }],
    [['tiny', 'base'], { fast: 'tiny', balanced: 'base', quality: 'base' }],
    [['tiny', 'base-memory'], { fast: 'tiny', balanced: 'base-memory', quality: 'base-memory' }],
    [['base-memory', 'base'], { fast: 'base-memory', balanced: 'base-memory', quality: 'base' }],
    [['tiny'], { fast: 'tiny', balanced: 'tiny', quality: 'tiny' }],
    [['tiny', 'another'], { fast: 'tiny', balanced: 'another', quality: 'another' }],
  ])('of %j takes its model, or the nearest', async (installed, chosen) => {
    const models = dictionaryModels({ installed: installed.map((each) => marianModel('en', 'es', each)) });
    const engine = engineOf(models);
    for (const [quality, architecture] of Object.entries(chosen) as [Quality, string][]) {
      const { id, sha256 } = marianModel('en', 'es', architecture);
      expect(await engine.translate({ ...request, quality })).toMatchObject({ model: id, modelSha256: [sha256] });
      expect(engine.modelName(request, quality)).toBe(id);
    }
    const served = (await engine.models()).map(({ id, qualities }) => [id, qualities]);
    const expected = installed.map((each) => [
      marianModel('en', 'es', each).id,
      Object.entries(chosen).flatMap(([quality, architecture]) => (architecture === each ? [quality] : [])),
    ]);
    expect(Object.fromEntries(served)).toEqual(Object.fromEntries(expected));
  });
});

describe('the languages', () => {
  it('have Chinese in simplified characters as Chinese', async () => {
    const models = dictionaryModels({
      installed: [marianModel('en', 'zh-Hans', 'tiny'), marianModel('zh-Hans', 'en', 'tiny')],
    });
    const engine = engineOf(models);
    expect(await engine.pairs()).toEqual([
      { source: 'en', target: 'zh' },
      { source: 'zh', target: 'en' },
    ]);
    expect(await engine.languages()).toEqual([
      { code: 'en', supportsFormality: false },
      { code: 'zh', supportsFormality: false },
    ]);
    for (const target of ['zh', 'zh-Hans'])
      expect((await engine.translate({ ...request, target })).model).toBe('marian-en-zh-Hans-tiny');
    expect((await engine.models())[0]).toMatchObject({ sourceLanguages: ['en'], targetLanguages: ['zh'] });
  });
});

describe('a stream', () => {
  it('names the model and its hash at its end', async () => {
    const { tokens, done } = await engineOf(dictionaryModels()).translateStream(request);
    let streamed = '';
    for await (const token of tokens) streamed += token;
    expect(streamed).toBe('el gato');
    const { id, sha256 } = marianModel('en', 'es', 'tiny');
    expect(await done).toEqual({
      confidence: 0.5,
      engineVersion: 'dictionary 1',
      model: id,
      modelSha256: [sha256],
      engines: [{ id: 'marian', host: null, region: null }],
    });
  });

  it('ends its sentences when its reader leaves', async () => {
    const models = dictionaryModels();
    const signals: (AbortSignal | undefined)[] = [];
    const { stream } = models;
    models.stream = (sentence, options) => {
      signals.push(options.signal);
      return stream(sentence, options);
    };
    const { tokens } = await engineOf(models).translateStream({ ...request, segments: [text('The cat. My house.')] });
    for await (const _ of tokens) break;
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });
});

describe('through English', () => {
  it('the models of both legs are named in their order, a term stays, and the confidence is that of both', async () => {
    const installed = [marianModel('fr', 'en', 'base'), marianModel('en', 'es', 'tiny')];
    const models = dictionaryModels({ installed });
    const engine = createPivotingEngine(engineOf(models));
    const segments: Segment[] = [
      [
        { kind: 'text', text: 'the black ' },
        { kind: 'keep', text: 'Felino', source: 'chat' },
      ],
    ];
    const asked = { source: 'fr', target: 'es', segments };
    const hashes = installed.map(({ sha256 }) => sha256);
    const result = await engine.translate(asked);
    expect(result).toMatchObject({
      model: 'marian-fr-en-base+marian-en-es-tiny',
      modelSha256: hashes,
      route: ['fr', 'en', 'es'],
      segments: [{ confidence: 0.25 }],
    });
    expect(plainText(result.segments[0]?.parts ?? [])).toBe('el Felino negro');
    expect(models.asked.flat()).toEqual(['the black chat', 'chat', 'el Felino negro']);
    const { tokens, done } = await engine.translateStream(asked);
    for await (const _ of tokens);
    expect(await done).toMatchObject({ modelSha256: hashes, route: ['fr', 'en', 'es'], confidence: 0.25 });
  });
});

describe('the models that are installed', () => {
  it('none: the engine is not ready, and says the command that installs one', async () => {
    const engine = engineOf(dictionaryModels({ installed: [] }));
    const remedy = 'transledger-admin models add en-de';
    expect(await engine.health()).toEqual({ ready: false, reason: expect.stringContaining(remedy) });
    expect([await engine.pairs(), await engine.languages()]).toEqual([[], []]);
    await expect(engine.translate(request)).rejects.toThrow(ModelUnavailableError);
    await expect(engine.translate(request)).rejects.toThrow(remedy);
  });

  it('one that came or went is seen at the next look', async () => {
    const models = dictionaryModels({ installed: [] });
    const engine = engineOf(models, 5);
    expect(await engine.pairs()).toEqual([]);
    models.installed = [marianModel('en', 'es', 'tiny')];
    await vi.waitFor(async () => expect((await engine.translate(request)).model).toBe('marian-en-es-tiny'));
    models.installed = [marianModel('en', 'es', 'base')];
    await vi.waitFor(() => expect(engine.modelName(request, 'fast')).toBe('marian-en-es-base'));
  });

  it('one that has gone before the next look is left for another', async () => {
    const models = dictionaryModels({ installed: [marianModel('en', 'es', 'tiny')] });
    const engine = engineOf(models);
    await engine.translate(request);
    models.installed = [marianModel('en', 'es', 'base')];
    expect((await engine.translate(request)).model).toBe('marian-en-es-base');
    models.installed = [marianModel('en', 'de', 'base')];
    await expect(engine.translate(request)).rejects.toThrow(UnsupportedPairError);
  });

  it('are not asked for again, which takes as long again, where no process answered a sentence', async () => {
    const models = dictionaryModels();
    const engine = engineOf(models);
    await engine.pairs();
    const list = vi.spyOn(models, 'list');
    models.translate = async () => {
      throw new InferenceAwayError('away');
    };
    await expect(engine.translate(request)).rejects.toThrow('away');
    expect(list).not.toHaveBeenCalled();
  });

  it('are those on the disk before the process answers, with nobody waiting for that, and its own from then on', async () => {
    const models = dictionaryModels();
    const { list, translate } = models;
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    models.list = async () => {
      await answered;
      return list();
    };
    models.translate = async (...asked) => {
      await answered;
      return translate(...asked);
    };
    const onDisk = [marianModel('en', 'es', 'tiny'), marianModel('en', 'de', 'tiny')];
    const engine = createMarianEngine({ models, modelsOnDisk: async () => onDisk, refreshMs: 60_000 });
    engines.push(engine);
    expect(await engine.pairs()).toHaveLength(2);
    expect(await engine.languages()).toHaveLength(3);
    expect(engine.modelHashes(request, 'balanced')).toEqual([onDisk[0]?.sha256]);
    const translating = engine.translate(request);
    answer();
    expect((await translating).model).toBe('marian-en-es-tiny');
    expect(await engine.pairs()).toEqual([{ source: 'en', target: 'es' }]);
  });

  it('none on the disk: nobody waits for the process, which does not run then', async () => {
    const models = dictionaryModels();
    models.list = () => new Promise(() => undefined);
    models.health = async () => ({ ready: false, reason: 'The process does not answer.' });
    const engine = createMarianEngine({ models, modelsOnDisk: async () => [] });
    engines.push(engine);
    expect(await engine.pairs()).toEqual([]);
    await expect(engine.translate(request)).rejects.toThrow('No translation model is installed');
    expect(await engine.health()).toEqual({ ready: false, reason: expect.stringContaining('models add en-de') });
  });

  it('are those of before while the process does not answer, and nothing before it ever did', async () => {
    const models = dictionaryModels();
    const { list } = models;
    const away = async () => {
      throw new ModelUnavailableError('away');
    };
    models.list = away;
    const engine = engineOf(models, 5);
    expect(await engine.pairs()).toEqual([]);
    await expect(engine.translate(request)).rejects.toThrow('away');
    models.list = list;
    await vi.waitFor(async () => expect(await engine.pairs()).toHaveLength(1));
    models.list = away;
    await sleep(20);
    expect(await engine.pairs()).toHaveLength(1);
    expect((await engine.translate(request)).model).toBe('marian-en-es-tiny');
    models.health = async () => ({ ready: false, reason: 'away' });
    expect(await engine.health()).toEqual({ ready: false, reason: 'away' });
  });
});

it('a process that never answered is looked for only when somebody asks', async () => {
  const models = dictionaryModels();
  let looks = 0;
  models.list = async () => {
    looks += 1;
    throw new ModelUnavailableError('away');
  };
  const engine = engineOf(models, 1);
  await sleep(20);
  expect(looks).toBe(0);
  await engine.pairs();
  expect(engine.unnamedPairs?.()).toBe('No inference process has answered yet.');
  await sleep(20);
  expect(looks).toBe(1);
});

it('a sentence that fails ends the others of its request', async () => {
  const models = dictionaryModels();
  const signals: (AbortSignal | undefined)[] = [];
  models.translate = async (sentences, { signal }) => {
    signals.push(signal);
    if (sentences[0]?.startsWith('bad')) throw new ModelUnavailableError('broken');
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  };
  const segments = [text('goodness '.repeat(90)), text(`bad ${'goodness '.repeat(90)}`)];
  await expect(engineOf(models).translate({ ...request, segments })).rejects.toThrow('broken');
  expect(signals.every((signal) => signal?.aborted)).toBe(true);
});

it('priority and organization go with every sentence', async () => {
  const models = dictionaryModels();
  const asked: unknown[] = [];
  const { translate } = models;
  models.translate = (sentences, options) => {
    const { priority, organizationId, model } = options;
    asked.push({ priority, organizationId, model });
    return translate(sentences, options);
  };
  const of = { priority: 'document', organizationId: 'org_1' } as const;
  await engineOf(models).translate({ ...request, ...of });
  expect(asked).toEqual([{ ...of, model: marianModel('en', 'es', 'tiny').sha256 }]);
});
