import { brotliDecompressSync } from 'node:zlib';
import type { EncodedModel } from './encoded-model.js';
import { model as arabic } from './model/arab.js';
import { model as cyrillic } from './model/cyrl.js';
import { model as devanagari } from './model/deva.js';
import { model as latin } from './model/latn.js';
import { createRowSums, type RowTable } from './row-sums.js';
import type { Script } from './script-histogram.js';
import { bucketCount, featureCapacity, writeFeatures } from './text-features.js';

/** Levels of the models have three decimals: sums of whole thousandths are exact. */
const unitsPerNat = 1_000;

export interface LinearModel {
  languages: readonly string[];
  /** Nats that the words of a text speak for each language, to be used before the next call. */
  evidenceOf(words: readonly string[]): Float64Array;
}

/** A language that a model tells apart twice counts as its last column says. */
const columnsOf = ({ languages }: EncodedModel): number[] =>
  [...languages.keys()].filter((column) => languages.lastIndexOf(languages[column] ?? '') === column);

const fill = ({ weights, stride }: RowTable, { languages, levels, weights: encoded }: EncodedModel): void => {
  const packed = brotliDecompressSync(Buffer.from(encoded, 'base64'));
  const units = Int16Array.from(levels, (level) => Math.round(level * unitsPerNat));
  for (let row = 0; row < bucketCount; row++) {
    for (let column = 0; column < languages.length; column++) {
      const index = row * languages.length + column;
      const byte = packed[index >> 1] ?? 0;
      weights[row * stride + column] = units[index % 2 === 0 ? byte & 15 : byte >> 4] ?? 0;
    }
  }
};

const encodedModels = { Latn: latin, Cyrl: cyrillic, Arab: arabic, Deva: devanagari };

export type LanguageModels = Partial<Record<Script, LinearModel>>;

/** Decodes all models. */
export const loadLanguageModels = (): LanguageModels => {
  const entries = Object.entries(encodedModels);
  const sizes = entries.map(([, { languages }]) => ({ rows: bucketCount, columns: languages.length }));
  const { rows: features, tables } = createRowSums(featureCapacity, sizes);
  const models = entries.map(([script, encoded], index): [string, LinearModel] => {
    const table = tables[index];
    if (table === undefined) throw new Error('A model without a table');
    fill(table, encoded);
    const columns = columnsOf(encoded);
    const nats = new Float64Array(columns.length);
    const evidenceOf = (words: readonly string[]): Float64Array => {
      const count = writeFeatures(words, features);
      const sums = table.sum(count);
      const scale = 1 / (unitsPerNat * Math.sqrt(Math.max(count, 1)));
      for (let place = 0; place < columns.length; place++) {
        const column = columns[place] ?? 0;
        nats[place] = (sums[column] ?? 0) * scale + (encoded.bias[column] ?? 0);
      }
      return nats;
    };
    return [script, { languages: columns.map((column) => encoded.languages[column] ?? ''), evidenceOf }];
  });
  return Object.fromEntries(models);
};
