import { readFileSync } from 'node:fs';
import { decodeModel, type EncodedModel } from './encoded-model.js';
import { type RowTable, sumRows } from './row-sums.js';
import type { Script } from './script-histogram.js';
import { bucketCount, featureCapacity, writeFeatures } from './text-features.js';

/** Units of a nat: levels of the models have three decimals, and sums of whole thousandths are exact. */
const unitsPerNat = 1_000;

export interface LinearModel {
  languages: readonly string[];
  /** Returns the nats that the words of a text speak for each language, to be used before the next call. */
  evidenceOf(words: readonly string[]): Float64Array;
}

/** Gives a language that a model lists twice the score of its last column. */
const columnsOf = ({ languages }: EncodedModel): number[] =>
  [...languages.keys()].filter((column) => languages.lastIndexOf(languages[column] ?? '') === column);

/** Builds a table of weights in thousandths of nats, a row of each bucket, a column of each language. */
const tableOf = ({ languages, levels, weights: packed }: EncodedModel): RowTable => {
  const units = Int16Array.from(levels, (level) => Math.round(level * unitsPerNat));
  const weights = new Int16Array(bucketCount * languages.length);
  for (let index = 0; index < packed.length; index += 1) {
    const byte = packed[index] ?? 0;
    weights[2 * index] = units[byte & 15] ?? 0;
    weights[2 * index + 1] = units[byte >> 4] ?? 0;
  }
  return { weights, columns: languages.length };
};

/** One list for all models: a text is looked at by one of them, and by no two at a time. */
const features = new Int32Array(featureCapacity);

const linearModel = (encoded: EncodedModel): LinearModel => {
  const table = tableOf(encoded);
  const { languages, bias } = encoded;
  const columns = columnsOf(encoded);
  const sums = new Int32Array(table.columns);
  const nats = new Float64Array(columns.length);
  const evidenceOf = (words: readonly string[]): Float64Array => {
    const count = writeFeatures(words, features);
    sumRows(table, features, count, sums);
    const scale = 1 / (unitsPerNat * Math.sqrt(Math.max(count, 1)));
    for (let place = 0; place < columns.length; place += 1) {
      const column = columns[place] ?? 0;
      nats[place] = (sums[column] ?? 0) * scale + (bias[column] ?? 0);
    }
    return nats;
  };
  return { languages: columns.map((column) => languages[column] ?? ''), evidenceOf };
};

const modelled = ['Latn', 'Cyrl', 'Arab', 'Deva'] as const satisfies readonly Script[];

export type LanguageModels = Partial<Record<Script, LinearModel>>;

/** Reads and decodes all models. */
export const loadLanguageModels = (): LanguageModels => {
  const folder = new URL('./model/', import.meta.url);
  return Object.fromEntries(
    modelled.map((script) => {
      const file = readFileSync(new URL(`${script.toLowerCase()}.bin`, folder));
      return [script, linearModel(decodeModel(file))];
    }),
  );
};
