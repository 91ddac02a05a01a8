import { readFileSync } from 'node:fs';
import { decodeModel, type EncodedModel } from './encoded-model.js';
import { createRowSums, type RowTable } from './row-sums.js';
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

/** Fills a table with weights in thousandths of nats, a row of each bucket, a column of each language. */
const fill = ({ weights, stride }: RowTable, { languages, levels, weights: packed }: EncodedModel): void => {
  const units = Int16Array.from(levels, (level) => Math.round(level * unitsPerNat));
  for (let row = 0; row < bucketCount; row += 1) {
    for (let column = 0; column < languages.length; column += 1) {
      const index = row * languages.length + column;
      const byte = packed[index >> 1] ?? 0;
      weights[row * stride + column] = units[index % 2 === 0 ? byte & 15 : byte >> 4] ?? 0;
    }
  }
};

/** `features` is one list for all models: a text is looked at by one of them, and by no two at a time. */
const linearModel = (encoded: EncodedModel, table: RowTable, features: Int32Array): LinearModel => {
  fill(table, encoded);
  const { languages, bias } = encoded;
  const columns = columnsOf(encoded);
  const nats = new Float64Array(columns.length);
  const evidenceOf = (words: readonly string[]): Float64Array => {
    const count = writeFeatures(words, features);
    const sums = table.sum(count);
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
  const encoded = modelled.map((script) => decodeModel(readFileSync(new URL(`${script.toLowerCase()}.bin`, folder))));
  const sizes = encoded.map(({ languages }) => ({ rows: bucketCount, columns: languages.length }));
  const { rows: features, tables } = createRowSums(featureCapacity, sizes);
  return Object.fromEntries(
    modelled.map((script, index) => {
      const [model, table] = [encoded[index], tables[index]];
      if (model === undefined || table === undefined) throw new Error(`The script ${script} has no model`);
      return [script, linearModel(model, table, features)];
    }),
  );
};
