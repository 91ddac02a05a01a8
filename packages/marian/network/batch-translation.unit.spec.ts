import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  modelFile,
  randomItems,
  randomNumbers,
  randomSentence,
  shortlistFile,
  wordVocabulary,
} from '../model-file.fixture.js';
import { PlainPass } from './plain-pass.fixture.js';
import { Positions } from './positions.js';
import {
  DirectTranslator,
  referenceLimit,
  sampleFile,
  sampleLines,
  tinyModel,
  usualLimit,
} from './translated.fixture.js';

const lines = sampleLines('source.txt').slice(0, 40);

describe.each([
  ['with a shortlist', true, 'bergamot-shortlist.txt'],
  ['without a shortlist', false, 'bergamot-all.txt'],
])('a tiny model %s', (_, withShortlist, answers) => {
  const translator = new DirectTranslator(tinyModel(withShortlist));

  it('gives the answers of Bergamot, each sentence with its own limit and candidates', () => {
    expect(translator.texts(lines, 1, referenceLimit)).toEqual(sampleLines(answers).slice(0, 40));
  });

  it('gives the same tokens and probabilities in batches', () => {
    const sentences = lines.map((line) => {
      const tokens = translator.tokensOf(line);
      return { tokens, limit: usualLimit(tokens.length), withAlignment: true };
    });
    const alone = sentences.flatMap((sentence) => translator.translate([sentence]));
    const together = [0, 8, 16, 24, 32].flatMap((begin) => translator.translate(sentences.slice(begin, begin + 8)));
    const byThree = [...lines.keys()]
      .filter((index) => index % 3 === 0)
      .flatMap((index) => translator.translate(sentences.slice(index, index + 3)));
    expect(together).toEqual(alone);
    expect(byThree).toEqual(alone);
  });
});

describe('a translation', () => {
  const translator = new DirectTranslator(tinyModel(true));

  it('has the tokens of the plain arithmetic', () => {
    const plain = new PlainPass(sampleFile('model.bin'));
    const all = Array.from({ length: translator.model.target.size }, (_, token) => token).filter(
      (token) => token !== 1,
    );
    const without = new DirectTranslator(tinyModel(false));
    for (const line of lines.slice(0, 6)) {
      const tokens = without.tokensOf(line);
      const [translated] = without.translate([{ tokens, limit: 20, withAlignment: false }]);
      expect(translated?.tokens).toEqual(plain.translate([...tokens], 20, all, 0));
    }
  });

  it('has a probability for each token, and an alignment whose rows sum to one', () => {
    const tokens = translator.tokensOf('Creating a Bibliography');
    const [translated] = translator.translate([{ tokens, limit: 40, withAlignment: true }]);
    expect(translated?.alignment).toHaveLength(translated?.tokens.length ?? 0);
    for (const row of translated?.alignment ?? []) {
      expect(row).toHaveLength(tokens.length);
      expect(row.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
    }
    for (const probability of translated?.probabilities ?? []) {
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThanOrEqual(1);
    }
    expect(translated?.endProbability).toBeGreaterThan(0);
  });

  it('ends at its limit and says so', () => {
    const tokens = translator.tokensOf('Creating a Bibliography');
    const [cut] = translator.translate([{ tokens, limit: 3, withAlignment: false }]);
    expect(cut?.tokens).toHaveLength(3);
    expect(cut?.endProbability).toBeUndefined();
    const [none] = translator.translate([{ tokens, limit: 0, withAlignment: false }]);
    expect(none).toEqual({ tokens: [], probabilities: [], alignment: [], endProbability: undefined });
  });

  it('takes no further step once it is cancelled, and those beside it go on', () => {
    const sentences = ['Creating a Bibliography', 'Add to Bookmarks'].map((line) => {
      const tokens = translator.tokensOf(line);
      return { tokens, limit: usualLimit(tokens.length), withAlignment: false };
    });
    const whole = translator.translate(sentences);
    const cut = translator.translate(sentences, (index, written) => index === 0 && written === 2);
    expect(cut[0]?.tokens).toEqual(whole[0]?.tokens.slice(0, 2));
    expect(cut[0]?.endProbability).toBeUndefined();
    expect(cut[1]).toEqual(whole[1]);
  });

  it('never has the unknown token', () => {
    const translated = translator.translate(
      ['龘靐齾', 'ꙮ ꙮ ꙮ', '1234567890'].map((text) => {
        const tokens = translator.tokensOf(text);
        return { tokens, limit: usualLimit(tokens.length), withAlignment: false };
      }),
    );
    expect(translated.flatMap(({ tokens }) => tokens)).not.toContain(1);
  });

  it('has the same bits on every machine', () => {
    const hash = createHash('sha256');
    for (const line of lines) {
      const tokens = translator.tokensOf(line);
      const [translated] = translator.translate([{ tokens, limit: usualLimit(tokens.length), withAlignment: true }]);
      hash.update(Uint32Array.from(translated?.tokens ?? []));
      hash.update(Float32Array.from([...(translated?.probabilities ?? []), translated?.endProbability ?? -1]));
      for (const row of translated?.alignment ?? []) hash.update(row);
    }
    expect(hash.digest('hex')).toBe('bbee8fe0e9efff660a9d3ce66ea58b8b75c9c0c154cff0646f443e1acb769425');
  });
});

describe('a model of two vocabularies', () => {
  const shape = {
    width: 64,
    feedForward: 96,
    heads: 4,
    encoderLayers: 2,
    decoderLayers: 2,
    vocabularies: [203, 301],
  } as const;
  const model = modelFile(randomItems(shape));
  const translator = new DirectTranslator({ model, vocabularies: [wordVocabulary(203), wordVocabulary(301)] });

  it('has the tokens of the plain arithmetic, of a vocabulary whose size is no multiple of four', () => {
    const plain = new PlainPass(model);
    const all = Array.from({ length: 301 }, (_, token) => token).filter((token) => token !== 1);
    const random = randomNumbers(5);
    for (let count = 1; count <= 20; count += 3) {
      const tokens = translator.tokensOf(randomSentence(random, count, 203));
      const [translated] = translator.translate([{ tokens, limit: 12, withAlignment: false }]);
      expect(translated?.tokens).toEqual(plain.translate([...tokens], 12, all, 0));
    }
  });

  it('translates a sentence of as many pieces as there may be', () => {
    const random = randomNumbers(6);
    const tokens = translator.tokensOf(randomSentence(random, 511, 203));
    const [translated] = translator.translate([{ tokens, limit: usualLimit(512), withAlignment: true }]);
    expect(translated?.tokens.length).toBeGreaterThan(0);
    expect(translated?.tokens.every((token) => token < 301)).toBe(true);
  });
});

describe('candidates', () => {
  const size = 60;
  const shape = { width: 32, feedForward: 32, heads: 2, encoderLayers: 1, decoderLayers: 1 } as const;
  const sentence = 'w20 w40';

  /** The tokens that are ever written for a sentence, with a shortlist in which token 20 has the tokens 30 and 31, and no other has one. */
  const writtenWith = (vocabularies: readonly [number] | readonly [number, number]): Set<number> => {
    const lists = Array.from({ length: size }, (_, token) => (token === 20 ? [30, 31] : []));
    const written = new Set<number>();
    for (let seed = 1; seed <= 40; seed += 1) {
      const translator = new DirectTranslator({
        model: modelFile(randomItems({ ...shape, vocabularies, seed })),
        vocabularies: vocabularies.map(wordVocabulary) as unknown as [Uint8Array],
        shortlist: shortlistFile(4, lists),
      });
      const tokens = translator.tokensOf(sentence);
      const [translated] = translator.translate([{ tokens, limit: 8, withAlignment: false }]);
      for (const token of translated?.tokens ?? []) written.add(token);
    }
    return written;
  };

  it('are the first tokens, those of each piece, and with one vocabulary the pieces themselves', () => {
    expect([...writtenWith([size])].sort((one, other) => one - other)).toEqual([2, 3, 20, 30, 31, 40]);
  });

  it('are not the pieces of another vocabulary', () => {
    expect([...writtenWith([size, size])].sort((one, other) => one - other)).toEqual([2, 3, 30, 31]);
  });
});

describe('positions', () => {
  it('are the sines and cosines of their angles', () => {
    const rows = new Float32Array(64 * 2_048);
    new Positions(rows, 64).ensure(2_048);
    let furthest = 0;
    for (let position = 0; position < 2_048; position += 1) {
      for (let column = 0; column < 64; column += 1) {
        const angle = position * 10_000 ** (-(column % 32) / 31);
        const expected = column < 32 ? Math.sin(angle) : Math.cos(angle);
        furthest = Math.max(furthest, Math.abs((rows[64 * position + column] ?? 0) - expected));
      }
    }
    expect(furthest).toBeLessThan(1e-7);
  });
});
