import { describe, expect, it, vi } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { inferenceContract } from '../inference.contract.js';
import { ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
import { DictionaryEngine } from '../pivot/contract/dictionary-engine.js';
import { createPivotingEngine } from '../pivot/pivoting-engine.js';
import { createChoosingEngine } from './choosing-engine.js';

const text = (value: string): Segment => [{ kind: 'text', text: value }];
const nouns = { house: 'casa', cat: 'gato', city: 'ciudad' };

inferenceContract('choice of two engines', {
  createEngine: () =>
    createChoosingEngine([
      { engine: new DictionaryEngine({ 'en-es': nouns }, 'neural', { 'en-es': 'ab' }) },
      { engine: new DictionaryEngine({ 'en-es': {}, 'es-ca': {} }, 'rules') },
    ]),
  source: 'en',
  target: 'es',
  unsupported: ['ca', 'es'],
  nouns: ['house', 'cat', 'city'],
});

class Away extends DictionaryEngine {
  isAway = false;
  /** Holds the looks at its pairs, as an engine does that waits for its process. */
  held: Promise<void> = Promise.resolve();

  override async pairs() {
    await this.held;
    if (this.isAway) throw new ModelUnavailableError('The process is away.');
    return super.pairs();
  }

  override async models() {
    await this.pairs();
    return super.models();
  }

  override async translate(...[request]: Parameters<DictionaryEngine['translate']>) {
    await this.pairs();
    return super.translate(request);
  }

  override async health() {
    return this.isAway ? { ready: false, reason: 'The process is away.' } : { ready: true };
  }
}

const fixture = () => {
  const neural = new Away({ 'en-es': { house: 'casa' }, 'en-de': { house: 'haus' } }, 'neural', { 'en-es': 'ab' });
  const rules = new DictionaryEngine({ 'en-es': { house: 'hogar' }, 'es-ca': { casa: 'caseta' } }, 'rules');
  const engine = createPivotingEngine(createChoosingEngine([{ engine: neural }, { engine: rules }]));
  const translated = async (source: string, target: string) => {
    const { segments, model } = await engine.translate({ source, target, segments: [text('house')] });
    return `${model}: ${plainText(segments[0]?.parts ?? [])}`;
  };
  return { neural, rules, engine, translated };
};

describe('a choosing engine', () => {
  it('of two engines that have a pair the first translates, whole and in a stream', async () => {
    const { engine, rules, translated } = fixture();
    expect(await translated('en', 'es')).toBe('neural-en-es: casa');
    const { done, tokens } = await engine.translateStream({ source: 'en', target: 'es', segments: [text('house')] });
    expect((await Array.fromAsync(tokens)).join('')).toBe('casa');
    expect(await done).toMatchObject({ modelSha256: ['ab'], engines: [{ id: 'neural' }] });
    expect(rules.requests).toEqual([]);
    expect((await engine.pairs()).map(({ source, target }) => `${source}-${target}`)).toEqual([
      ...['en-es', 'en-de', 'es-ca', 'en-ca'],
    ]);
  });

  it('a direct pair of any engine goes before a pivot, whose legs may be of several engines', async () => {
    const { engine, rules, translated } = fixture();
    expect(await translated('en', 'ca')).toBe('neural-en-es+rules-es-ca: caseta');
    expect(engine.modelHashes({ source: 'en', target: 'ca' }, 'balanced')).toEqual(['ab']);
    rules.dictionaries['en-ca'] = { house: 'llar' };
    expect(await translated('en', 'ca')).toBe('rules-en-ca: llar');
  });

  it('the engines follow their models as they come and go', async () => {
    const { neural, engine, translated } = fixture();
    await engine.pairs();
    delete neural.dictionaries['en-es'];
    expect(await translated('en', 'es')).toBe('rules-en-es: hogar');
    neural.dictionaries['en-es'] = { house: 'casa' };
    expect(await translated('en', 'es')).toBe('neural-en-es: casa');
  });

  it('a model that goes while its pair is asked for leaves the text to the next engine', async () => {
    const { neural, translated } = fixture();
    const translate = neural.translate.bind(neural);
    neural.translate = (request) => {
      delete neural.dictionaries['en-es'];
      return translate(request);
    };
    expect(await translated('en', 'es')).toBe('rules-en-es: hogar');
  });

  it('texts of an engine that is away wait for it, and those of others do not', async () => {
    const { neural, engine, translated } = fixture();
    await engine.pairs();
    neural.isAway = true;
    await engine.pairs();
    await expect(translated('en', 'es')).rejects.toThrow('The process is away.');
    const { promise, resolve } = Promise.withResolvers<void>();
    neural.held = promise;
    expect(await translated('es', 'ca')).toBe('rules-es-ca: house');
    const waiting = translated('en', 'es');
    neural.isAway = false;
    resolve();
    expect(await waiting).toBe('neural-en-es: casa');
  });

  it('nobody waits longer than a second to learn what an engine has, and its texts come to it once it is there', async () => {
    vi.useFakeTimers();
    try {
      const { neural, engine, translated } = fixture();
      const { promise, resolve } = Promise.withResolvers<void>();
      neural.held = promise;
      const first = translated('en', 'es');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await first).toBe('rules-en-es: hogar');
      expect(await translated('es', 'ca')).toBe('rules-es-ca: house');
      resolve();
      await vi.advanceTimersByTimeAsync(250);
      expect(await translated('en', 'es')).toBe('neural-en-es: casa');
      await engine.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('a pair that none names is unavailable while an engine has not said yet what it has', async () => {
    const { neural, engine, translated } = fixture();
    const never = Object.assign(neural, { isAway: true, unnamedPairs: () => 'It has not answered yet.' });
    expect(await translated('es', 'ca')).toBe('rules-es-ca: house');
    expect(engine.unnamedPairs?.()).toBe('It has not answered yet.');
    await expect(translated('en', 'de')).rejects.toThrow(ModelUnavailableError);
    never.unnamedPairs = () => undefined as never;
    await expect(translated('en', 'de')).rejects.toThrow(UnsupportedPairError);
  });

  it('an engine that comes back is used again, with the pairs that it then has, though nobody asked meanwhile', async () => {
    vi.useFakeTimers();
    try {
      const { neural, engine, translated } = fixture();
      neural.isAway = true;
      expect(await engine.pairs()).toHaveLength(3);
      neural.isAway = false;
      await vi.advanceTimersByTimeAsync(250);
      expect(await translated('en', 'de')).toBe('neural-en-de: haus');
      neural.isAway = true;
      await engine.pairs();
      await engine.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('the models are those of all engines, and not known while one is away; health is that of any', async () => {
    const { neural, rules, engine } = fixture();
    expect((await engine.models()).map(({ id }) => id)).toEqual([
      ...['neural-en-es', 'neural-en-de', 'rules-en-es', 'rules-es-ca'],
    ]);
    neural.isAway = true;
    await expect(engine.models()).rejects.toThrow(ModelUnavailableError);
    expect(await engine.health()).toEqual({ ready: true });
    await rules.close();
    expect(await engine.health()).toEqual({ ready: false, reason: 'The process is away. closed' });
  });

  it('an engine that has nothing to translate with is asked nothing, until it has', async () => {
    const neural = new Away({ 'en-de': { house: 'haus' } }, 'neural');
    neural.isAway = true;
    let isExpected = false;
    const rules = new DictionaryEngine({ 'en-es': { house: 'hogar' } }, 'rules');
    const engine = createChoosingEngine([{ engine: neural, isExpected: async () => isExpected }, { engine: rules }]);
    expect(await engine.models()).toHaveLength(1);
    expect(await engine.pairs()).toHaveLength(1);
    expect(await engine.health()).toEqual({ ready: true });
    neural.isAway = false;
    isExpected = true;
    expect(await engine.pairs()).toHaveLength(2);
    isExpected = false;
    expect(await engine.pairs()).toHaveLength(1);
  });
});
