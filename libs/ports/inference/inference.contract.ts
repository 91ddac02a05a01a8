import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinedProvenance } from '#libs/domain/provenance.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { UnsupportedPairError } from './inference.errors.js';
import type { InferenceEngine, MadeBy } from './inference.port.js';
import { provenanceOf } from './provenance-of.js';
import { segments } from './random-segments.arbitrary.js';
import { breaksOf, isWellNested, keepsOf, tagsOf } from './segment-shape.fixture.js';

export interface InferenceSubject {
  /** Creates a new engine, which the suite closes. */
  createEngine(): InferenceEngine;
  source: string;
  target: string;
  /** Two codes between which the engine has no way. */
  unsupported: readonly [string, string];
  /** Words of the source language that the engine can tell apart in the translation. */
  nouns: readonly string[];
  /** The translation of a text of no words; the text itself when omitted. */
  unknown?: (text: string) => string;
}

const text = (value: string): Segment => [{ kind: 'text', text: value }];

/** Specs that every engine passes. */
export const inferenceContract = (name: string, subject: InferenceSubject): void => {
  describe(`inference: ${name}`, () => {
    const { source, target } = subject;
    let engine: InferenceEngine;
    beforeAll(() => {
      engine = subject.createEngine();
    });
    afterAll(() => engine.close());

    const translate = async (...given: Segment[]) =>
      (await engine.translate({ source, target, segments: given })).segments;
    const translateText = async (value: string): Promise<string> => {
      const [segment] = await translate(text(value));
      return plainText(segment?.parts ?? []);
    };

    it('an engine is ready, and offers its pair with both languages', async () => {
      expect(await engine.health()).toEqual({ ready: true });
      expect(await engine.pairs()).toContainEqual(expect.objectContaining({ source, target }));
      expect((await engine.languages()).map(({ code }) => code)).toEqual(expect.arrayContaining([source, target]));
      for (const { code } of await engine.languages()) expect(code).toMatch(/^[a-z]{2}$/);
    });

    it('an engine reports the model name that it announces', async () => {
      const { model } = await engine.translate({ source, target, segments: [text('a')] });
      expect(model).toBe(engine.modelName({ source, target }, 'balanced'));
    });

    it('an engine names the models and the engines of a result, as it announces and lists them', async () => {
      const { modelSha256 = [], engines } = await engine.translate({ source, target, segments: [text('a')] });
      expect(modelSha256).toEqual(engine.modelHashes({ source, target }, 'balanced'));
      expect(engines?.length).toBeGreaterThan(0);
      const models = await engine.models();
      expect(models.flatMap(({ sha256 }) => sha256 ?? [])).toEqual(expect.arrayContaining([...modelSha256]));
      expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    });

    it('an engine says what it gives text to, also where nobody waits for the result', async () => {
      const [noun = ''] = subject.nouns;
      const uses: MadeBy[] = [];
      const request = { source, target, segments: [text(noun)], onUse: (use: MadeBy) => void uses.push(use) };
      const used = () => joinedProvenance(uses.splice(0).map(provenanceOf));
      const made = joinedProvenance([provenanceOf(await engine.translate(request))]);
      expect(used()).toEqual(made);
      const { tokens } = await engine.translateStream(request);
      for await (const _token of tokens) break;
      expect(used()).toEqual(made);
    });

    it('a request without segments gets no segments', async () => {
      expect(await translate()).toEqual([]);
    });

    it('each segment gets its own translation, in its place', async () => {
      const single = await Promise.all(subject.nouns.map(translateText));
      expect(new Set(single).size).toBe(subject.nouns.length);
      const together = await translate(...subject.nouns.map(text));
      expect(together.map(({ parts }) => plainText(parts))).toEqual(single);
    });

    it('every tag comes once and well nested, every kept span once, and every line break and tab', async () => {
      await fc.assert(
        fc.asyncProperty(segments, async (segment) => {
          const [translated] = await translate(segment);
          const parts = translated?.parts ?? [];
          expect(tagsOf(parts).sort()).toEqual(tagsOf(segment).sort());
          expect(isWellNested(parts)).toBe(true);
          expect(keepsOf(parts).sort()).toEqual(keepsOf(segment).sort());
          expect(breaksOf(parts)).toEqual(breaksOf(segment));
          expect(translated?.confidence).toBeGreaterThanOrEqual(0);
          expect(translated?.confidence).toBeLessThanOrEqual(1);
        }),
        { numRuns: 150 },
      );
    });

    it.each([
      ['one within the other', (noun: string) => [noun]],
      ['a word before each', (noun: string) => Array.from({ length: 5_000 }, () => `${noun} `)],
    ])('5,000 tags come back, %s', async (_, wordsOf) => {
      const [noun = ''] = subject.nouns;
      const words = wordsOf(noun);
      const ids = Array.from({ length: 5_000 }, (_none, at) => at + 1);
      const segment: Segment = [
        ...ids.flatMap((id, at): SegmentPart[] => [
          ...(words[at] === undefined ? [] : [{ kind: 'text' as const, text: words[at] }]),
          { kind: 'open', id },
        ]),
        { kind: 'text', text: noun },
        ...ids.toReversed().map((id): SegmentPart => ({ kind: 'close', id })),
      ];
      const [translated] = await translate(segment);
      expect(tagsOf(translated?.parts ?? [])).toEqual(tagsOf(segment));
    });

    it('spans of several words, such as the terms of a glossary, are kept wherever they stand', async () => {
      const [noun = ''] = subject.nouns;
      const terms = ['Contrato marco de servicios', 'DER «ganze» Vertrag', '第一 條', `${noun} ${noun}`];
      const segment = terms.flatMap((term): SegmentPart[] => [
        { kind: 'keep', text: term },
        { kind: 'text', text: ` ${noun}. ` },
      ]);
      const alone = terms.map((term): Segment => [{ kind: 'keep', text: term }]);
      const [among, ...single] = await translate(segment, ...alone);
      expect(keepsOf(among?.parts ?? []).sort()).toEqual(terms.toSorted());
      expect(single.map(({ parts }) => parts)).toEqual(alone);
    });

    it.each([
      ['nothing', ''],
      ['a space', ' '],
      ['white space of every kind', ' \t\r\n\u00a0\u2003\u2028 \n\n'],
      ['digits and punctuation', '3.14 — (42), 100 %!'],
      ['control characters', '\u0001\u0007\u001b[0m\u007f\u0085\u009f'.replace('m', '')],
      ['signs of stream formats', '^$[]{}\\/<>@*#~+ [[/]] ^/<>$ {{}} \\['],
      ['10,000 circumflexes', '^'.repeat(10_000)],
      ['10,000 combining marks', '\u0301'.repeat(10_000)],
      ['10,000 opening brackets', '['.repeat(10_000)],
      ['5,000 emoji', '😀'.repeat(5_000)],
    ])('a text of %s comes back as it is', async (_, value) => {
      expect(await translateText(value)).toBe(value);
    });

    it.each([
      ['a letter', 'x'],
      ['a right-to-left letter', 'ش'],
      ['an ideograph', '漢'],
      ['a letter with a mark', 'q\u0303'],
    ])('10,000 code points of %s come back, each as it is for the engine', async (_, value) => {
      const given = value.repeat(10_000 / [...value].length);
      expect(await translateText(given)).toBe(subject.unknown?.(given) ?? given);
    });

    it('the white space at both ends and between lines is kept', async () => {
      const [noun = ''] = subject.nouns;
      const translated = await translateText(`  \n${noun}\t${noun}\n\n  ${noun}\u00a0 `);
      expect(translated.split(/\S+/u)).toEqual(['  \n', '\t', '\n\n  ', '\u00a0 ']);
    });

    it('no sentence of a text of 10,000 code points is dropped', async () => {
      const [noun = ''] = subject.nouns;
      const translated = await translateText(noun);
      const sentences = Array.from(
        { length: Math.floor(10_000 / (noun.length + 8)) },
        (_, n) => `${n + 1_000} ${noun}.`,
      );
      const whole = (await translateText(sentences.join(' '))).toLowerCase();
      expect(whole.match(/\b\d{4}\b/g)).toEqual(sentences.map((sentence) => sentence.slice(0, 4)));
      expect(whole.split(translated.toLowerCase().slice(0, 3)).length - 1).toBe(sentences.length);
    });

    it('signs of stream formats survive between words, alone and in runs', async () => {
      const [noun = ''] = subject.nouns;
      const translated = (await translateText(noun)).toLowerCase();
      for (const sign of [
        '^',
        '$',
        '[',
        ']',
        '{',
        '}',
        '/',
        '\\',
        '<',
        '>',
        '@',
        '*',
        '#',
        '~',
        '[[',
        ']]',
        '[[/]]',
        '^/<>$',
      ]) {
        for (const run of [sign, sign.repeat(1_000)]) {
          const result = (await translateText(`${noun} ${run} ${noun}`)).toLowerCase();
          expect(result.startsWith(`${translated} `) && result.endsWith(` ${translated}`)).toBe(true);
          expect(result.replaceAll(translated, '').trim()).toBe(run);
        }
      }
    });

    it('the translations of 64 calls at once are never mixed up', async () => {
      const expected = await Promise.all(subject.nouns.map(translateText));
      const calls = Array.from({ length: 64 }, async (_, call) => {
        const at = call % subject.nouns.length;
        const value = `${subject.nouns[at]}\n${call}`;
        expect(await translateText(value)).toBe(`${expected[at]}\n${call}`);
      });
      await Promise.all(calls);
    });

    it('a pair that the engine has no way between is refused', async () => {
      const [from, to] = subject.unsupported;
      const error: Partial<UnsupportedPairError> = { kind: 'unsupported-pair', source: from, target: to };
      const request = { source: from, target: to, segments: [text('a')] };
      await expect(engine.translate(request)).rejects.toMatchObject(error);
      await expect(engine.translateStream(request)).rejects.toMatchObject(error);
    });

    it('a call whose signal is aborted already rejects with its reason', async () => {
      const reason = new Error('changed my mind');
      const request = { source, target, segments: [text('a')], signal: AbortSignal.abort(reason) };
      await expect(engine.translate(request)).rejects.toBe(reason);
      await expect(engine.translateStream(request)).rejects.toBe(reason);
    });

    it('an engine goes on after a call is cancelled', async () => {
      const [noun = ''] = subject.nouns;
      const expected = await translateText(noun);
      const reason = new Error('changed my mind');
      const controller = new AbortController();
      const cancelled = engine
        .translate({
          source,
          target,
          segments: Array.from({ length: 300 }, () => text(`${noun} `.repeat(30))),
          signal: controller.signal,
        })
        .then(
          () => 'finished first',
          (error: unknown) => error,
        );
      controller.abort(reason);
      expect([reason, 'finished first']).toContain(await cancelled);
      expect(await translateText(noun)).toBe(expected);
    });

    it.each([
      ['sentences', (noun: string) => `${noun}. ${noun} ${noun}!\n\n ${noun} (${noun})  `],
      ['no word', () => ' … '],
      ['nothing', () => ''],
    ])('the tokens of a stream of %s make up the translation', async (_, value) => {
      const given = value(subject.nouns[0] ?? '');
      const { tokens, done } = await engine.translateStream({ source, target, segments: [text(given)] });
      const received: string[] = [];
      for await (const token of tokens) received.push(token);
      expect(received.join('')).toBe(await translateText(given));
      for (const token of received) expect(token).toMatch(/^(?:\s+|\S+\s*)$/u);
      expect(await done).toMatchObject({ model: engine.modelName({ source, target }, 'balanced') });
    });

    it('a stream leaves tags out and keeps kept spans', async () => {
      const [noun = ''] = subject.nouns;
      const segment: SegmentPart[] = [
        { kind: 'open', id: 1 },
        { kind: 'text', text: `${noun} ` },
        { kind: 'close', id: 1 },
        { kind: 'keep', text: '{a b}' },
      ];
      const { tokens } = await engine.translateStream({ source, target, segments: [segment] });
      let received = '';
      for await (const token of tokens) received += token;
      expect(received).toBe(`${await translateText(noun)} {a b}`);
    });

    it('an engine goes on after a reader has left a stream', async () => {
      const [noun = ''] = subject.nouns;
      const { tokens, done } = await engine.translateStream({
        source,
        target,
        segments: [text(`${noun}. `.repeat(300))],
      });
      for await (const token of tokens) {
        expect(token).not.toBe('');
        break;
      }
      await expect(done).rejects.toThrow('reader left');
      expect(await translateText(noun)).not.toBe('');
    });

    it('an engine closes once and again, and then is not ready', async () => {
      const closing = subject.createEngine();
      await closing.translate({ source, target, segments: [text(subject.nouns[0] ?? '')] });
      await closing.close();
      await closing.close();
      expect(await closing.health()).toMatchObject({ ready: false });
      await expect(closing.translate({ source, target, segments: [text('a')] })).rejects.toMatchObject({
        kind: 'model-unavailable',
      });
    });
  });
};
