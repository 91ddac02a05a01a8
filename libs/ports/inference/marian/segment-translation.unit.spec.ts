import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import { segments } from '../random-segments.arbitrary.js';
import { breaksOf, isWellNested, keepsOf, tagsOf } from '../segment-shape.fixture.js';
import { parseSegment, writeSegment } from '../triton/contract/sample-segments.js';
import { type DictionaryModels, dictionaryModels, dictionaryTranslation } from './contract/dictionary-models.js';
import type { SentenceTranslation } from './marian-models.js';
import { RequestSentences } from './request-sentences.js';
import { StreamedSegment, streamSegment, translateSegment } from './segment-translation.js';

const sentencesOf = (models: DictionaryModels): RequestSentences => {
  const [model] = models.installed;
  return new RequestSentences(models, { model: model?.sha256 ?? '' });
};

const through = async (segment: Segment, models = dictionaryModels()): Promise<string> =>
  writeSegment((await translateSegment(segment, sentencesOf(models))).parts);

const streamed = async (segment: Segment, models: DictionaryModels) => {
  const result = new StreamedSegment();
  const texts = streamSegment(segment, sentencesOf(models), result);
  const pieces: string[] = [];
  let next = await texts.next();
  for (; next.done !== true; next = await texts.next()) pieces.push(next.value);
  return { pieces, text: pieces.join(''), confidence: next.value, isOtherText: result.isOtherText };
};

describe('a segment', () => {
  it.each([
    ['The cat', 'el gato'],
    ['the <1>black</1> cat of my friend', 'el gato <1>negro</1> de mi amigo'],
    ['<1>the black cat</1>', '<1>el gato negro</1>'],
    ['the <1>black <2>cat</2></1> house', 'el <1><2>gato</2> negro</1> casa'],
    ['<1>my</1> cat sees <2>the <3>house</3></2>', '<1>mi</1> gato ve <2>el <3>casa</3></2>'],
    ['the cat<1/> of my house', 'el gato<1/> de mi casa'],
    ['the <1/> house', 'el <1/> casa'],
    ['{name} sees the cat', '{name} ve el gato'],
    ['the black {name} sees', 'el {name} negro ve'],
    ['the <1>black {name}</1> sees', 'el <1>{name} negro</1> ve'],
    ['{a}{b} cat, cat{c}', '{a}{b} gato, gato{c}'],
    ['cat ({name}) and <1>{x}</1> cat', 'gato ({name}) and <1>{x}</1> gato'],
    ['  cat\t<1>cat</1>\n\n cat  ', '  gato\t<1>gato</1>\n\n gato  '],
    ['the  cat of my\u00a0friend', 'el  gato de mi amigo'],
    ['cat      house', 'gato      casa'],
    ['the ✈ cat, ✈ cat', 'el ✈ gato, ✈ gato'],
    ['cat. Cat! House?', 'gato. gato! casa?'],
  ])('the segment %s is translated to %s', async (source, target) => {
    expect(await through(parseSegment(source))).toBe(target);
  });

  it('a term takes the place of the words that the model wrote for it', async () => {
    const models = dictionaryModels();
    const segment: Segment = [
      { kind: 'text', text: 'the black ' },
      { kind: 'open', id: 1 },
      { kind: 'keep', text: 'Felino Doméstico', source: 'cat' },
      { kind: 'close', id: 1 },
      { kind: 'text', text: ' of my friend.' },
    ];
    expect(await through(segment, models)).toBe('el <1>Felino Doméstico</1> negro de mi amigo.');
    expect(models.asked).toEqual([['the black cat of my friend.', 'cat']]);
  });

  it.each([
    ['word for word', 'Le chat noir dort.', 'chat noir', 'Le Felino dort.'],
    ['as many words, the longest', 'Le chat noir dort.', 'matou', 'Le Felino noir dort.'],
    ['all words where it has more by itself', 'Le chat noir dort.', 'ce gros chat noir', 'Felino dort.'],
  ])('a term takes the place of its translation by itself: %s', async (_, text, alone, expected) => {
    const words = [...text.matchAll(/\s?[^\s.]+|\./g)].map(({ 0: word, index }, at) => ({
      text: word,
      begin: index,
      end: index + word.length,
      probability: 1,
      // The article, too, is aligned to the noun.
      piece: Math.max(0, at - 2),
    }));
    const answer = (sentence: string): SentenceTranslation =>
      sentence === 'tomcat'
        ? { ...dictionaryTranslation(sentence), text: alone }
        : { ...dictionaryTranslation(sentence), text, tokens: words };
    const segment: Segment = [
      { kind: 'keep', text: 'Felino', source: 'tomcat' },
      { kind: 'text', text: ' sleeps.' },
    ];
    expect(await through(segment, dictionaryModels({ answer }))).toBe(expected);
  });

  it('a name or a number is shown as it is, anything else as a name', async () => {
    const models = dictionaryModels();
    const kept = (text: string): SegmentPart => ({ kind: 'keep', text });
    const given: Segment = [
      kept('3,50 €'),
      { kind: 'text', text: ' of ' },
      kept('ACME'),
      { kind: 'text', text: ' at ' },
      kept('https://example.com/a'),
      { kind: 'text', text: ' and ' },
      kept('%1$s'),
      { kind: 'text', text: 'KB' },
    ];
    expect(await through(given, models)).toBe('3,50 € de ACME at https://example.com/a and %1$sKB');
    expect(models.asked).toEqual([['3,50 € of ACME at X3 and X4 KB']]);
  });

  it('all sentences of a segment are asked for in one call, each once', async () => {
    const models = dictionaryModels();
    await through(parseSegment('The cat. The house!\nThe cat. {x}'), models);
    expect(models.asked).toEqual([['The cat.', 'The house!']]);
  });
});

describe('a sentence that is too long for the model', () => {
  it.each([
    ['at its clauses', 'the cat of my house, the black cat of my friend', 8],
    ['between its words', 'cat '.repeat(50).trim(), 8],
    ['between the words of a script without spaces', '我看见了黑猫'.repeat(5), 3],
    ['between code points', '𠀀𠀁'.repeat(2), 3],
  ])('is cut %s', async (_, given, maximum) => {
    const models = dictionaryModels({ maximum });
    expect(await through([{ kind: 'text', text: given }], models)).toBe(dictionaryTranslation(given).text);
  });

  it('is cut at its clause rather than in it', async () => {
    const models = dictionaryModels({ maximum: 8 });
    await through(parseSegment('the cat of my house, the black cat of my friend'), models);
    expect(models.asked.flat()).toContain('the cat of my house,');
  });

  it('keeps the others of its call from nothing, and comes back itself where no part is short enough', async () => {
    expect(await through(parseSegment('the cat. cat'), dictionaryModels({ maximum: 2 }))).toBe('el gato. gato');
    const given = parseSegment('the <1>cat</1>. {x} cat');
    const models = dictionaryModels({ maximum: 0 });
    const { parts, confidence } = await translateSegment(given, sentencesOf(models));
    expect([writeSegment(parts), confidence]).toEqual([writeSegment(given), 0]);
  });
});

describe('a model that does not come to its end', () => {
  const limitedFrom = (words: number) =>
    dictionaryModels({
      answer: (sentence) => ({
        ...dictionaryTranslation(sentence),
        limited: sentence.split(' ').length >= words,
      }),
    });
  const given = parseSegment('the black cat of my friend sees the house');

  it('is asked for halves until it does', async () => {
    const models = limitedFrom(6);
    const { parts, confidence } = await translateSegment(given, sentencesOf(models));
    expect(plainText(parts)).toBe('el gato negro de mi amigo ve el casa');
    expect(models.asked.flat()).toEqual([
      'the black cat of my friend sees the house',
      'the black cat of',
      'my friend sees the house',
    ]);
    expect(confidence).toBeCloseTo(0.5, 9);
  });

  it('is believed half as much where it never does', async () => {
    const { parts, confidence } = await translateSegment(given, sentencesOf(limitedFrom(1)));
    expect(plainText(parts).split(' ')).toHaveLength(9);
    expect(confidence).toBeCloseTo(0.25, 9);
  });

  it('streams what it wrote, and the stream says that it is another text', async () => {
    expect(await streamed(given, limitedFrom(6))).toMatchObject({ isOtherText: true, confidence: 0.25 });
    expect(await streamed(given, limitedFrom(60))).toMatchObject({ isOtherText: false, confidence: 0.5 });
  });
});

describe('a stream', () => {
  it('lets whole words go, and leaves tags out', async () => {
    const { pieces } = await streamed(parseSegment('the <1>black</1> cat. My house'), dictionaryModels());
    expect(pieces).toEqual(['el ', 'gato ', 'negro.', ' ', 'mi ', 'casa']);
  });

  it('lets each token of a script without spaces go', async () => {
    const answer = (): SentenceTranslation => ({
      ...dictionaryTranslation('a'),
      text: '黑猫。',
      tokens: ['黑', '猫', '。'].map((text, at) => ({ text, begin: at, end: at + 1, probability: 1, piece: 0 })),
    });
    const { pieces } = await streamed(parseSegment('black cat.'), dictionaryModels({ answer }));
    expect(pieces).toEqual(['黑', '猫', '。']);
  });

  it('has asked for the next sentence while one is read, and for no more', async () => {
    const models = dictionaryModels();
    const texts = streamSegment(
      parseSegment('The cat. The house. The water. The friend.'),
      sentencesOf(models),
      new StreamedSegment(),
    );
    await texts.next();
    expect(models.streamed).toEqual(['The cat.', 'The house.']);
    await texts.return(0);
  });

  it('gives the same translation, and the same confidence', async () => {
    await fc.assert(
      fc.asyncProperty(segments, fc.constantFrom(511, 6, 1), async (segment, maximum) => {
        const { parts, confidence } = await translateSegment(segment, sentencesOf(dictionaryModels({ maximum })));
        const stream = await streamed(segment, dictionaryModels({ maximum }));
        expect(stream.text).toBe(plainText(parts));
        expect(stream.confidence).toBeCloseTo(confidence, 9);
      }),
    );
  });
});

/** Answers of a broken model: any text, tokens and pieces anywhere, any numbers. */
const garbage: fc.Arbitrary<SentenceTranslation> = fc.record({
  text: fc
    .array(
      fc.oneof(
        fc.constantFrom('X1', 'X2', 'x', ' ', '\n', '\u2028', '\0', '\ufffc', '{name}', 'gato', '.', ',', '(', '漢字'),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((texts) => texts.join('')),
  pieces: fc.array(fc.record({ begin: fc.integer({ min: -3, max: 60 }), end: fc.integer({ min: -3, max: 60 }) })),
  tokens: fc.array(
    fc.record({
      text: fc.string({ maxLength: 3 }),
      begin: fc.integer({ min: -3, max: 40 }),
      end: fc.integer({ min: -3, max: 40 }),
      probability: fc.double(),
      piece: fc.integer({ min: -2, max: 12 }),
    }),
  ),
  confidence: fc.constantFrom(0.5, -1, 2, Number.NaN, Number.POSITIVE_INFINITY),
  limited: fc.boolean(),
});

describe('a hostile model', () => {
  it('cannot lose or double a tag or a kept span, or break nesting, lines or confidence', async () => {
    await fc.assert(
      fc.asyncProperty(segments, fc.array(garbage, { minLength: 1, maxLength: 4 }), async (segment, answers) => {
        let turn = -1;
        const answer = (): SentenceTranslation => {
          turn += 1;
          return answers[turn % answers.length] ?? dictionaryTranslation('');
        };
        const translated = await translateSegment(segment, sentencesOf(dictionaryModels({ answer })));
        expect(tagsOf(translated.parts).sort()).toEqual(tagsOf(segment).sort());
        expect(isWellNested(translated.parts)).toBe(true);
        expect(keepsOf(translated.parts).sort()).toEqual(keepsOf(segment).sort());
        expect(breaksOf(translated.parts)).toEqual(breaksOf(segment));
        expect(translated.confidence).toBeGreaterThanOrEqual(0);
        expect(translated.confidence).toBeLessThanOrEqual(1);
        if (/\S/u.test(plainText(segment))) expect(plainText(translated.parts)).toMatch(/\S/u);
      }),
      { numRuns: 500 },
    );
  });

  it('cannot break the lines of a stream', async () => {
    await fc.assert(
      fc.asyncProperty(segments, garbage, async (segment, answer) => {
        const stream = await streamed(segment, dictionaryModels({ answer: () => answer }));
        expect(stream.text.match(/[\n\r\t\u2028\u2029]+/gu) ?? []).toEqual(breaksOf(segment));
        for (const kept of keepsOf(segment)) expect(stream.text).toContain(kept);
        expect(stream.confidence).toBeGreaterThanOrEqual(0);
        expect(stream.confidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});
