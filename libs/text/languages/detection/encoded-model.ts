import { bucketCount } from './text-features.js';

/** All of a model but its weights; the first line of its file has it as JSON. */
interface ModelHeader {
  languages: readonly string[];
  /** Bias of each language, in nats. */
  bias: readonly number[];
  /** The sixteen values that a weight may have, in nats. */
  levels: readonly number[];
}

/** A model of linear-model.ts in the format of its file in model/: a line of JSON, then bytes to the end. */
export interface EncodedModel extends ModelHeader {
  /** Levels of each language, bucket by bucket, two in a byte, the first in the low half. */
  weights: Uint8Array;
}

const endOfLine = 0x0a;

/** Decodes a model's file. */
export const decodeModel = (file: Uint8Array): EncodedModel => {
  const headerEnd = file.indexOf(endOfLine);
  const { languages, bias, levels } = JSON.parse(Buffer.from(file.subarray(0, headerEnd)).toString()) as ModelHeader;
  const weights = file.subarray(headerEnd + 1);
  const expected = (bucketCount * languages.length) / 2;
  if (weights.length !== expected) {
    throw new Error(`A language model has ${weights.length} bytes of weights, not ${expected}`);
  }
  return { languages, bias, levels, weights };
};

/** Encodes a model's file. */
export const encodeModel = ({ weights, ...header }: EncodedModel): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), weights]);
