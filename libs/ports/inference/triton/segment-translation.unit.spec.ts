import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import { segments } from '../random-segments.arbitrary.js';
import { breaksOf, isWellNested, keepsOf, tagsOf } from '../segment-shape.fixture.js';
import { answering, dictionaryModel } from './contract/dictionary-models.js';
import { parseSegment, writeSegment } from './contract/sample-segments.js';
import { streamSegment, translateSegment } from './segment-translation.js';
import type { TextModel } from './text-model.js';

const through = async (model: TextModel, written: string): Promise<string> =>
  writeSegment((await translateSegment(parseSegment(written), model)).parts);

const models = [
  ['without markup', false],
  ['with markup', true],
] as const;

describe.each(models)('a segment through a model %s', (_, marksUp) => {
  it.each([
    ['The cat', 'el gato'],
    ['the <1>black</1> cat of my friend', 'el gato <1>negro</1> de mi amigo'],
    ['<1>the black cat</1>', '<1>el gato negro</1>'],
    ['the <1>black <2>cat</2></1> house', 'el <1><2>gato</2> negro</1> casa'],
    ['<1>my</1> cat sees <2>the <3>house</3></2>', '<1>mi</1> gato ve <2>el <3>casa</3></2>'],
    ['the cat<1/> of my house', 'el gato<1/> de mi casa'],
    ['the <1/> house', 'el <1/> casa'],
    ['<1>the</1><2>cat</2>', '<1>thecat</1><2></2>'],
    ['<1>b</1>lack cat', '<1></1>gato negro'],
    ['{name} sees the cat', '{name} ve el gato'],
    ['{a}{b} cat, cat{c}', '{a}{b} gato, gato{c}'],
    ['cat ({name}) and <1>{x}</1> cat', 'gato ({name}) and <1>{x}</1> gato'],
    ['  cat\t<1>cat</1>\n\n cat  ', '  gato\t<1>gato</1>\n\n gato  '],
    ['the  cat of my\u00a0friend', 'el  gato de mi\u00a0amigo'],
    ['cat      house', 'gato      casa'],
    ['Jqzbb cat \ue0001\ue00f cat', 'Jqzbb gato \ue0001\ue00f gato'],
    ['cat. Cat! House?', 'gato. gato! casa?'],
  ])('the segment %s is translated to %s', async (source, target) => {
    expect(await through(dictionaryModel(marksUp), source)).toBe(target);
  });

  it('the model never sees layout, kept spans, or characters that belong to the markup', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (segment) => {
        const model = dictionaryModel(marksUp);
        await translateSegment(segment, model);
        for (const text of model.asked) {
          const plain = text.replaceAll(/[\ue000-\ue003]\d+\ue00f/g, '');
          expect(plain).not.toMatch(/[\p{Cc}\p{Co}\p{Cs}]|\{name\}|%1\$s|example\.com/u);
          expect(plain).toMatch(/\p{L}|^$/u);
          expect(text).toBe(text.trim());
        }
      }),
    );
  });

  it('the model is asked for one sentence at a time, at most 100 words', async () => {
    const model = dictionaryModel(marksUp);
    const given = `Mr. Smith sees J. Doe. The cat sleeps. Then ${'word '.repeat(1_000)}`;
    expect(writeSegment((await translateSegment(parseSegment(given), model)).parts).split(/\s/).length).toBe(
      given.split(/\s/).length,
    );
    expect(model.asked.slice(0, 2)).toEqual(['Mr. Smith sees J. Doe.', 'The cat sleeps.']);
    for (const text of model.asked) expect(text.split(' ').length).toBeLessThanOrEqual(100);
  });

  it('a language without spaces is cut at its full stops', async () => {
    const model = dictionaryModel(marksUp);
    const given = '我看见了黑猫。它在房子里！'.repeat(3);
    expect(await through(model, given)).toBe(given);
    expect(model.asked).toHaveLength(6);
    expect(await through(dictionaryModel(marksUp), '漢'.repeat(10_000))).toBe('漢'.repeat(10_000));
  });

  it('a stream gives the same translation', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (tagged) => {
        const segment = tagged.filter((part) => part.kind === 'text' || part.kind === 'keep');
        const { parts, confidence } = await translateSegment(segment, dictionaryModel(marksUp));
        const texts = streamSegment(tagged, dictionaryModel(marksUp));
        let streamed = '';
        let next = await texts.next();
        for (; next.done !== true; next = await texts.next()) streamed += next.value;
        expect(streamed).toBe(plainText(parts));
        expect(next.value).toBeCloseTo(confidence, 9);
      }),
    );
  });
});

/** Answers of a broken model: parts of the question, tags of any kind, halves of tags, placeholders, line breaks. */
const garbage = fc.array(
  fc.oneof(
    fc.record({ from: fc.nat(60), length: fc.nat(60) }),
    fc.constantFrom(
      '\ue000',
      '\ue001',
      '\ue002',
      '\ue003',
      '\ue00f',
      '\uf8ff',
      '1',
      '2',
      '99999999999',
      'Jqzbb',
      'jqzbc',
    ),
    fc.constantFrom(
      '\ue0001\ue00f',
      '\ue0011\ue00f',
      '\ue0021\ue00f',
      '\ue0031\ue00f',
      '\ue0032\ue00f',
      '\ue0012\ue00f',
    ),
    fc.constantFrom('\n', '\r\n', '\t', ' ', '\u2028', '\0', '\u0085', '\ufeff', '{name}', '\ufffc', 'gato'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
  { maxLength: 8 },
);

describe.each(models)('a hostile model %s', (_, marksUp) => {
  const hostile = (
    answers: readonly (readonly (string | { from: number; length: number })[])[],
    confidence: number,
  ) => {
    let turn = 0;
    return answering((text) => {
      const answer = answers[turn % answers.length] ?? [];
      turn += 1;
      const said = answer.map((piece) =>
        typeof piece === 'string' ? piece : text.slice(piece.from, piece.from + piece.length),
      );
      return { text: said.join(''), confidence };
    }, marksUp);
  };

  it('a hostile model cannot lose or double a tag or a kept span, or break nesting, lines or confidence', async () => {
    const confidences = fc.constantFrom(0.5, -1, 2, Number.NaN, Number.POSITIVE_INFINITY);
    await fc.assert(
      fc.asyncProperty(
        segments,
        fc.array(garbage, { minLength: 1, maxLength: 4 }),
        confidences,
        async (segment, answers, confidence) => {
          const translated = await translateSegment(segment, hostile(answers, confidence));
          expect(tagsOf(translated.parts).sort()).toEqual(tagsOf(segment).sort());
          expect(isWellNested(translated.parts)).toBe(true);
          expect(keepsOf(translated.parts).sort()).toEqual(keepsOf(segment).sort());
          expect(breaksOf(translated.parts)).toEqual(breaksOf(segment));
          expect(translated.confidence).toBeGreaterThanOrEqual(0);
          expect(translated.confidence).toBeLessThanOrEqual(1);
          if (/\S/u.test(plainText(segment))) expect(plainText(translated.parts)).toMatch(/\S/u);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a hostile model cannot break the lines of a stream, or leave anything of its markup in it', async () => {
    await fc.assert(
      fc.asyncProperty(segments, fc.array(garbage, { maxLength: 3 }), async (segment, answers) => {
        const said = answers.map((answer) =>
          answer.map((piece) => (typeof piece === 'string' ? piece : 'gato')).join(''),
        );
        const model: TextModel = {
          ...answering(() => ({ text: said.join(''), confidence: 1 }), marksUp),
          stream: async function* () {
            yield* said;
            return Number.NaN;
          },
        };
        const texts = streamSegment(segment, model);
        let streamed = '';
        let next = await texts.next();
        for (; next.done !== true; next = await texts.next()) streamed += next.value;
        expect(streamed.match(/[\n\r\t\u2028\u2029]+/gu) ?? []).toEqual(breaksOf(segment));
        for (const kept of keepsOf(segment)) expect(streamed).toContain(kept);
        const own = plainText(segment);
        expect([...streamed].filter((sign) => /\p{Co}/u.test(sign) && !own.includes(sign))).toEqual([]);
        expect(next.value).toBeGreaterThanOrEqual(0);
        expect(next.value).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n '],
    ['half a tag', '\ue000'],
  ])('a model that answers %s leaves the source, with no confidence', async (_case, answer) => {
    const given = parseSegment('the <1>cat</1>');
    const translated = await translateSegment(
      given,
      answering(() => ({ text: answer, confidence: 1 }), marksUp),
    );
    expect(translated).toEqual({ parts: given, confidence: 0 });
  });

  it('the words around a kept span that a model loses are translated one by one', async () => {
    const careless = answering((text) => {
      const words = text.replaceAll(/Jqz..|\ue003\d+\ue00f/g, '');
      return { text: words.replaceAll('cat', 'gato'), confidence: 1 };
    }, marksUp);
    expect(await through(careless, 'a cat {x} my cat {y}.')).toBe('a gato {x} my gato {y}.');
  });

  it('a tag that a model loses is put back where it stood', async () => {
    const careless = answering(
      (text) => ({ text: text.replaceAll(/[\ue000-\ue002]\d+\ue00f/g, '').toUpperCase(), confidence: 1 }),
      true,
    );
    expect(await through(careless, 'one <1>two</1> three four')).toBe('ONE <1>TWO</1> THREE FOUR');
  });
});
