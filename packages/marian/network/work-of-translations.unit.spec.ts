import { describe, expect, it } from 'vitest';
import { compileKernel, instantiateKernel, type Kernel } from '../kernel/kernel.js';
import { modelFile, randomItems, randomNumbers, randomSentence, wordVocabulary } from '../model-file.fixture.js';
import { BatchTranslation } from './batch-translation.js';
import { loadModel } from './loaded-model.js';

/** Multiplications of weights, and of attention. */
interface Work {
  weights: number;
  attention: number;
}

/** A kernel that counts what it multiplies. */
const counting = (kernel: Kernel, work: Work): Kernel => ({
  ...kernel,
  affine: (...given) => {
    const [, , depth, outputs, rows] = given;
    work.weights += depth * outputs * rows;
    kernel.affine(...given);
  },
  affineActivated: (...given) => {
    const [, , depth, outputs, rows] = given;
    work.weights += depth * outputs * rows;
    kernel.affineActivated(...given);
  },
  attend: (...given) => {
    const [, rows, , , count, , width] = given;
    work.attention += 2 * rows * count * width;
    kernel.attend(...given);
  },
});

const vocabulary = 203;
const model = loadModel(
  {
    model: modelFile(
      randomItems({
        width: 64,
        feedForward: 96,
        heads: 4,
        encoderLayers: 2,
        decoderLayers: 2,
        vocabularies: [vocabulary],
      }),
    ),
    vocabularies: [wordVocabulary(vocabulary)],
  },
  1,
  8,
);
const random = randomNumbers(3);

/** Work for sentences of so many pieces that are translated together, with as many tokens each. */
const workOf = (sentences: number, pieces: number): Work => {
  const [scratch] = model.scratches;
  if (scratch === undefined) throw new Error('no room');
  const work = { weights: 0, attention: 0 };
  const kernel = counting(instantiateKernel(compileKernel(), model.memory), work);
  const translation = new BatchTranslation(kernel, model.memory, model.network, scratch, model.target.end);
  const tokens = Array.from({ length: sentences }, () => {
    const found = model.source.encode(randomSentence(random, pieces - 1, vocabulary)) ?? [];
    return Uint32Array.from([...found.map(({ token }) => token), model.source.end]);
  });
  let ended = 0;
  translation.translate(
    tokens.map((of) => ({ tokens: of, limit: pieces, withAlignment: true })),
    {
      isCancelled: () => false,
      written: () => {},
      ended: (_, probability) => {
        // Random weights do not end a sentence before its limit.
        if (probability === undefined) ended += 1;
      },
    },
  );
  expect(ended).toBe(sentences);
  return work;
};

describe('the work of a translation', () => {
  it('grows with the length of a sentence, and that of attention with its square', () => {
    const short = workOf(1, 32);
    const long = workOf(1, 320);
    expect(long.weights).toBe(10 * short.weights);
    expect(long.attention).toBe(100 * short.attention);
  });

  it('is as much for sentences together as for each alone', () => {
    const alone = workOf(1, 40);
    expect(workOf(8, 40)).toEqual({ weights: 8 * alone.weights, attention: 8 * alone.attention });
  });
});
