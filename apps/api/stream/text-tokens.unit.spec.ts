import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranslationRequest } from '#libs/ports/inference/inference.port.js';
import { compileGlossaryAtOnce } from '#libs/text/glossary/glossary-matcher.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { type TextToTranslate, translateText } from '../text/translation/text-translation.js';
import { PacedEngine } from './paced-engine.fixture.js';
import { textTokens } from './text-tokens.js';

const pair = { source: 'en', target: 'es' };

const requestFor = (text: string, changes: Partial<TextToTranslate> = {}): TextToTranslate => ({
  organizationId: 'org_1',
  text,
  pair,
  domain: 'general',
  formality: undefined,
  quality: 'balanced',
  preserveFormatting: true,
  ...changes,
});

const streamed = async (engine: ShoutingEngine, request: TextToTranslate) => {
  const tokens: string[] = [];
  const source = textTokens(engine, request, pair);
  for (;;) {
    const next = await source.next();
    if (next.done === true) return { tokens, end: next.value };
    tokens.push(next.value);
  }
};

const texts = fc
  .array(
    fc.constantFrom(
      ...['The house is big. ', 'a ', '\n', '\r\n', '\n\n', '  ', '\t', '- ', '> ', '# ', '<b>bold</b> ', '<br>'],
      ...['**strong** ', '[link](https://example.com) ', '`code` ', '{name} ', '| a | b |', '```\ncode\n```\n', '😀 '],
      ...['long '.repeat(90), 'word '.repeat(30), '\u2028', '\u00a0'],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('the tokens of a text', () => {
  it('the joined tokens are the response to a request over HTTP', () =>
    fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const request = requestFor(text);
        const { tokens, end } = await streamed(new ShoutingEngine(), request);
        const { translation, ...whole } = await translateText(new ShoutingEngine(), request);
        expect(tokens.join('')).toBe(translation);
        expect(end).toEqual(whole);
        expect(tokens).not.toContain('');
      }),
      { seed: 20_261_121, numRuns: 400 },
    ));

  it('the tokens contain the terms of a glossary, and the end names them', async () => {
    const entries = [{ source: 'house', target: 'Casa' }];
    const glossary = {
      id: 'glo_1',
      version: 1,
      matcher: compileGlossaryAtOnce(entries, { source: 'en', target: 'es' }),
    };
    const request = requestFor('The house.\nA house, <b>a house</b>', { glossary });
    const { tokens, end } = await streamed(new ShoutingEngine(), request);
    const { translation, ...whole } = await translateText(new ShoutingEngine(), request);
    expect(tokens.join('')).toBe(translation);
    expect(translation).toContain('THE Casa.');
    expect(end).toEqual(whole);
    expect(end.terms).toMatchObject([{ source: 'house', count: 3 }]);
  });

  it('tokens come from the engine one by one, the first before the second is made', async () => {
    const engine = new PacedEngine();
    const source = textTokens(engine, requestFor('one two three'), pair);
    engine.give(1);
    expect(await source.next()).toEqual({ done: false, value: 'ONE ' });
    expect(engine.taken).toBe(1);
    engine.give(2);
    expect((await source.next()).value).toBe('TWO ');
  });

  it('the first line is translated alone, and short lines after it go to the engine together ahead of the reader', async () => {
    const engine = new PacedEngine();
    const source = textTokens(engine, requestFor('one\ntwo\nthree'), pair);
    engine.give(1);
    await source.next();
    expect(engine.requests.map(({ segments }) => segments.length)).toEqual([2]);
    expect(engine.signals).toHaveLength(1);
    expect((await source.next()).value).toBe('\n');
    expect((await source.next()).value).toBe('TWO\n');
    expect((await source.next()).value).toBe('THREE');
  });

  it('tokens are translated ahead of their reader, but not all of them', async () => {
    const asked: TranslationRequest[] = [];
    const engine = new PacedEngine({
      instead: async (request) => {
        asked.push(request);
        return undefined;
      },
    });
    const lines = Array.from({ length: 100 }, (_, index) => `<b>${index}</b> ${'word '.repeat(50)}`);
    const source = textTokens(engine, requestFor(['first', ...lines].join('\n')), pair);
    engine.give(1);
    await source.next();
    await new Promise(setImmediate);
    expect(asked).toHaveLength(2);
    expect(asked.flatMap(({ segments }) => segments).length).toBeLessThan(20);
  });

  it('the tokens end with the error of the engine, whichever of its calls fails', async () => {
    const failing = new ShoutingEngine({
      instead: async ({ segments }) => {
        if (segments.length > 1) throw new Error('out of memory');
        return undefined;
      },
    });
    await expect(streamed(failing, requestFor('one\ntwo\nthree'))).rejects.toThrow('out of memory');
  });

  it('every call of the engine is aborted when the reader leaves', async () => {
    const engine = new PacedEngine();
    const source = textTokens(engine, requestFor(`one two\n${'long '.repeat(100)}`), pair);
    engine.give(50);
    await source.next();
    await source.return({ confidence: 0, model: '', provenance: {} });
    expect(engine.signals.length).toBeGreaterThan(1);
    expect(engine.signals.every(({ aborted }) => aborted)).toBe(true);
  });
});
