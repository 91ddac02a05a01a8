import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';
import { type EncodedModel, encodeModel } from '../encoded-model.js';
import { bucketCount, featuresOf } from '../text-features.js';
import { randomNumbers, sampleOf, type TrainingLanguage, trainingLanguages } from './training-texts.suite.js';

/*
 * Makes the files of model/: softmax regression over hashed features, by stochastic gradient descent on samples of all
 * languages alike. Usage: train.process.js FOLDER_OF_TEXTS [LATIN_SAMPLES]
 */
const [folder = '', latinSamples = '3000000'] = process.argv.slice(2);
const learningRate = 1;
const biasRate = 0.02;

interface TrainedModel {
  languages: string[];
  bias: Float32Array;
  weights: Float32Array;
}

const probabilities = ({ bias, weights }: TrainedModel, features: readonly number[], scale: number): Float64Array => {
  const sums = new Float64Array(bias.length);
  for (const feature of features) {
    const row = feature * bias.length;
    for (let column = 0; column < bias.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (weights[row + column] ?? 0);
  }
  const nats = sums.map((sum, column) => sum * scale + (bias[column] ?? 0));
  const max = Math.max(...nats);
  const powers = nats.map((value) => Math.exp(value - max));
  const total = powers.reduce((sum, value) => sum + value, 0);
  return powers.map((value) => value / total);
};

const trained = (languages: readonly TrainingLanguage[], samples: number): TrainedModel => {
  const width = languages.length;
  const model: TrainedModel = {
    languages: languages.map(({ language }) => language),
    bias: new Float32Array(width),
    weights: new Float32Array(bucketCount * width),
  };
  const random = randomNumbers(12_345);
  for (let sample = 0; sample < samples; sample += 1) {
    const right = Math.floor(random() * width);
    const language = languages[right];
    const features = language === undefined ? [] : featuresOf(sampleOf(language, random));
    if (features.length === 0) continue;
    const scale = 1 / Math.sqrt(features.length);
    const rate = learningRate * (1 - sample / samples);
    const errors = probabilities(model, features, scale);
    errors[right] = (errors[right] ?? 0) - 1;
    for (let column = 0; column < width; column += 1) {
      model.bias[column] = (model.bias[column] ?? 0) - biasRate * rate * (errors[column] ?? 0);
      errors[column] = (errors[column] ?? 0) * rate * scale;
    }
    for (const feature of features) {
      const row = feature * width;
      for (let column = 0; column < width; column += 1) {
        model.weights[row + column] = (model.weights[row + column] ?? 0) - (errors[column] ?? 0);
      }
    }
  }
  return model;
};

/** Finds sixteen values near which the weights lie, by Lloyd's algorithm on one weight in fifty. */
const levelsOf = (weights: Float32Array): number[] => {
  const some = weights.filter((_, index) => index % 50 === 0).sort();
  let levels = Array.from({ length: 16 }, (_, index) => some[Math.floor(((index + 0.5) / 16) * some.length)] ?? 0);
  levels[0] = (some[0] ?? 0) / 2;
  levels[15] = (some.at(-1) ?? 0) / 2;
  for (let round = 0; round < 40; round += 1) {
    const sums = levels.map(() => [0, 0] as [number, number]);
    for (const weight of some) {
      const sum = sums[nearest(levels, weight)];
      if (sum === undefined) continue;
      sum[0] += weight;
      sum[1] += 1;
    }
    levels = levels.map((level, index) => {
      const [total, count] = sums[index] ?? [0, 0];
      return count === 0 ? level : total / count;
    });
  }
  return levels.map((level) => Number(level.toFixed(3)));
};

const nearest = (levels: readonly number[], weight: number): number => {
  let best = 0;
  for (let index = 1; index < levels.length; index += 1) {
    if (Math.abs((levels[index] ?? 0) - weight) < Math.abs((levels[best] ?? 0) - weight)) best = index;
  }
  return best;
};

const encoded = ({ languages, bias, weights }: TrainedModel): EncodedModel => {
  const levels = levelsOf(weights);
  const packed = new Uint8Array(Math.ceil(weights.length / 2));
  weights.forEach((weight, index) => {
    packed[index >> 1] = (packed[index >> 1] ?? 0) | (nearest(levels, weight) << (index % 2 === 0 ? 0 : 4));
  });
  return { languages, bias: [...bias].map((value) => Number(value.toFixed(3))), levels, weights: packed };
};

for (const [script, languages = []] of Object.entries(trainingLanguages(folder))) {
  // Few languages need fewer samples.
  const samples = languages.length > 10 ? Number(latinSamples) : 200_000 * languages.length;
  const model = encoded(trained(languages, samples));
  const file = join(projectRoot, `libs/text/languages/detection/model/${script.toLowerCase()}.bin`);
  writeFileSync(file, encodeModel(model));
  process.stdout.write(`${script}: ${languages.length} languages, ${model.weights.length} bytes of weights\n`);
}
