import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { inferenceContract } from '../inference.contract.js';
import { ModelUnavailableError, UnsupportedPairError } from '../inference.errors.js';
import { DictionaryEngine } from './contract/dictionary-engine.js';
import { createPivotingEngine } from './pivoting-engine.js';

const dictionaries = () => ({
  'fr-es': { maison: 'casa', chat: 'gato', ville: 'ciudad', bonjour: 'hola' },
  'es-en': { casa: 'house', gato: 'cat', ciudad: 'city', hola: 'hello' },
  'en-sv': { house: 'hus', cat: 'katt', city: 'stad', hello: 'hej' },
});

inferenceContract('pivot through one language', {
  createEngine: () => createPivotingEngine(new DictionaryEngine(dictionaries())),
  source: 'fr',
  target: 'en',
  unsupported: ['en', 'fr'],
  nouns: ['maison', 'chat', 'ville'],
});

inferenceContract('pivot through two languages', {
  createEngine: () => createPivotingEngine(new DictionaryEngine(dictionaries())),
  source: 'fr',
  target: 'sv',
  unsupported: ['sv', 'fr'],
  nouns: ['maison', 'chat', 'ville'],
});

const text = (value: string): Segment => [{ kind: 'text', text: value }];

const fixture = () => {
  const inner = new DictionaryEngine(dictionaries());
  return { inner, engine: createPivotingEngine(inner) };
};

const engines = [{ id: 'dictionary', host: null, region: null }];

describe('a pivoting engine', () => {
  it('a pivoted translation reports the route, the models and the confidence of all legs together', async () => {
    const { engine } = fixture();
    expect(await engine.translate({ source: 'fr', target: 'sv', segments: [text('maison'), text('chat')] })).toEqual({
      segments: [
        { parts: text('hus'), confidence: 0.125 },
        { parts: text('katt'), confidence: 0.125 },
      ],
      model: 'dictionary-fr-es+dictionary-es-en+dictionary-en-sv',
      modelSha256: [],
      engines,
      route: ['fr', 'es', 'en', 'sv'],
    });
  });

  it('a pivoted translation names the models of all legs, as announced', async () => {
    const inner = new DictionaryEngine(dictionaries(), 'dictionary', { 'fr-es': 'b', 'en-sv': 'a' });
    const engine = createPivotingEngine(inner);
    const pair = { source: 'fr', target: 'sv' };
    const { done, tokens } = await engine.translateStream({ ...pair, segments: [text('maison')] });
    await Array.fromAsync(tokens);
    expect(await engine.translate({ ...pair, segments: [text('maison')] })).toMatchObject({ modelSha256: ['b', 'a'] });
    expect(await done).toMatchObject({ modelSha256: ['b', 'a'], engines });
    expect(engine.modelHashes(pair, 'balanced')).toEqual(['b', 'a']);
  });

  it('a direct pair is left to the engine, request and result', async () => {
    const { inner, engine } = fixture();
    const request = { source: 'fr', target: 'es', segments: [text('maison')] };
    expect(await engine.translate(request)).toEqual({
      segments: [{ parts: text('casa'), confidence: 0.5 }],
      model: 'dictionary-fr-es',
      modelSha256: [],
      engines,
    });
    expect(inner.requests).toEqual([request]);
  });

  it('every leg is asked with the options of the request', async () => {
    const { inner, engine } = fixture();
    const { signal } = new AbortController();
    const asked = {
      domain: '12 law',
      formality: 'formal',
      quality: 'fast',
      priority: 'document',
      signal,
    } as const;
    await engine.translate({ source: 'fr', target: 'en', segments: [text('maison')], ...asked });
    expect(inner.requests).toEqual([
      { ...asked, source: 'fr', target: 'es', segments: [text('maison')] },
      { ...asked, source: 'es', target: 'en', segments: [text('casa')] },
    ]);
  });

  it('tags and kept spans pass through all legs', async () => {
    const { engine } = fixture();
    const segment: Segment = [
      { kind: 'open', id: 1 },
      { kind: 'text', text: 'maison ' },
      { kind: 'close', id: 1 },
      { kind: 'keep', text: '{casa}' },
      { kind: 'single', id: 2 },
      { kind: 'text', text: ' chat' },
    ];
    const { segments } = await engine.translate({ source: 'fr', target: 'sv', segments: [segment] });
    expect(segments[0]?.parts).toEqual(
      segment.map((part) =>
        part.kind === 'text' ? { ...part, text: { 'maison ': 'hus ', ' chat': ' katt' }[part.text] } : part,
      ),
    );
  });

  it('a span is kept even when a later leg knows its words', async () => {
    const { engine } = fixture();
    const request = {
      source: 'fr',
      target: 'sv',
      segments: [[...text('la '), { kind: 'keep', text: 'Casa house' }, ...text(', chat')]] satisfies Segment[],
    };
    const { segments } = await engine.translate(request);
    expect(plainText(segments[0]?.parts ?? [])).toBe('la Casa house, katt');
    const { tokens } = await engine.translateStream(request);
    let streamed = '';
    for await (const token of tokens) streamed += token;
    expect(streamed).toBe('la Casa house, katt');
  });

  it('only the last leg is streamed', async () => {
    const { inner, engine } = fixture();
    const { tokens, done } = await engine.translateStream({
      source: 'fr',
      target: 'en',
      segments: [text('bonjour chat')],
    });
    const received: string[] = [];
    for await (const token of tokens) received.push(token);
    expect(received).toEqual(['hello ', 'cat']);
    expect(await done).toEqual({
      confidence: 0.25,
      model: 'dictionary-fr-es+dictionary-es-en',
      modelSha256: [],
      engines,
      route: ['fr', 'es', 'en'],
    });
    expect(inner.requests.map(({ source }) => source)).toEqual(['fr', 'es']);
  });

  it('routes follow the pairs of the engine as they come and go', async () => {
    const { inner, engine } = fixture();
    await engine.pairs();
    inner.dictionaries['fr-en'] = { maison: 'home' };
    expect(await engine.translate({ source: 'fr', target: 'en', segments: [text('maison')] })).toMatchObject({
      model: 'dictionary-fr-en',
    });
    delete inner.dictionaries['fr-en'];
    delete inner.dictionaries['es-en'];
    await expect(engine.translate({ source: 'fr', target: 'en', segments: [text('maison')] })).rejects.toMatchObject({
      kind: 'unsupported-pair',
    });
  });

  it('an error names the requested pair when a leg has gone on the way', async () => {
    const { inner, engine } = fixture();
    const translate = inner.translate.bind(inner);
    inner.translate = async (request) => {
      if (request.source === 'es') throw new UnsupportedPairError('es', 'en');
      return translate(request);
    };
    await expect(engine.translate({ source: 'fr', target: 'en', segments: [text('maison')] })).rejects.toMatchObject({
      source: 'fr',
      target: 'en',
    });
  });

  it('a request fails with the error of the leg that fails', async () => {
    const { inner, engine } = fixture();
    inner.translateStream = () => Promise.reject(new ModelUnavailableError('down'));
    await expect(engine.translateStream({ source: 'fr', target: 'en', segments: [text('maison')] })).rejects.toThrow(
      new ModelUnavailableError('down'),
    );
  });

  it('a request rejects with the reason of a signal that is aborted between two legs', async () => {
    const { inner, engine } = fixture();
    const controller = new AbortController();
    const translate = inner.translate.bind(inner);
    inner.translate = async (request) => {
      const result = await translate(request);
      controller.abort(new Error('changed my mind'));
      return result;
    };
    const request = { source: 'fr', target: 'en', segments: [text('maison')], signal: controller.signal };
    await expect(engine.translate(request)).rejects.toThrow('changed my mind');
  });
});
