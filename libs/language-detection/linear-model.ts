import { brotliDecompressSync } from 'node:zlib';
import type { EncodedModel } from './encoded-model.js';
import { model as arabic } from './model/arab.js';
import { model as cyrillic } from './model/cyrl.js';
import { model as devanagari } from './model/deva.js';
import { model as latin } from './model/latn.js';
import type { Script } from './script-histogram.js';
import { bucketCount, featuresOf } from './text-features.js';

interface LinearModel {
  languages: readonly string[];
  bias: readonly number[];
  /** Row by row of buckets. */
  weights: Float32Array;
}

const decoded = ({ languages, bias, levels, weights }: EncodedModel): LinearModel => {
  const packed = brotliDecompressSync(Buffer.from(weights, 'base64'));
  const values = new Float32Array(bucketCount * languages.length);
  for (let index = 0; index < values.length; index++) {
    const byte = packed[index >> 1] ?? 0;
    values[index] = levels[index % 2 === 0 ? byte & 15 : byte >> 4] ?? 0;
  }
  return { languages, bias, weights: values };
};

const encodedModels = { Latn: latin, Cyrl: cyrillic, Arab: arabic, Deva: devanagari };

export type LanguageModels = Partial<Record<Script, LinearModel>>;

/** Decodes all models. */
export const loadLanguageModels = (): LanguageModels =>
  Object.fromEntries(Object.entries(encodedModels).map(([script, model]) => [script, decoded(model)]));

/** Nats that the words speak for each language of their script; none where there is no model of it. */
export const modelEvidence = (
  models: LanguageModels,
  script: Script,
  words: readonly string[],
): Map<string, number> => {
  const model = models[script];
  if (model === undefined) return new Map();
  const { languages, bias, weights } = model;
  const features = featuresOf(words);
  const width = languages.length;
  const sums = new Float64Array(width);
  for (const feature of features) {
    const row = feature * width;
    for (let column = 0; column < width; column++) sums[column] = (sums[column] ?? 0) + (weights[row + column] ?? 0);
  }
  const scale = 1 / Math.sqrt(Math.max(features.length, 1));
  return new Map(languages.map((language, column) => [language, (sums[column] ?? 0) * scale + (bias[column] ?? 0)]));
};
