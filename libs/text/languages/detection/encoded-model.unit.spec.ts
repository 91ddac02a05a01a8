import { describe, expect, it } from 'vitest';
import { decodeModel, encodeModel } from './encoded-model.js';
import { bucketCount } from './text-features.js';

const model = {
  languages: ['hi', 'mr', 'und'],
  bias: [0.25, -0.125, 0],
  levels: Array.from({ length: 16 }, (_, index) => index - 7.5),
  // Line ends among the weights must stay weights.
  weights: Uint8Array.from({ length: (bucketCount * 3) / 2 }, (_, index) => (index % 3 === 0 ? 0x0a : index & 255)),
};

describe('the file of a language model', () => {
  it('the file of a model gives back what was written', () => {
    const { weights, ...header } = decodeModel(encodeModel(model));
    expect(header).toEqual({ languages: model.languages, bias: model.bias, levels: model.levels });
    expect(Buffer.compare(weights, model.weights)).toBe(0);
  });

  it('the file of a model is refused when it was cut short', () => {
    expect(() => decodeModel(encodeModel(model).subarray(0, -1))).toThrow('has 49151 bytes of weights, not 49152');
  });
});
