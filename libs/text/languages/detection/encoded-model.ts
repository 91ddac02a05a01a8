/** A model of linear-model.ts as its file in model/ has it. */
export interface EncodedModel {
  languages: readonly string[];
  /** Of each language, in nats. */
  bias: readonly number[];
  /** The sixteen values that a weight may have, in nats. */
  levels: readonly number[];
  /** Brotli in base64: bucket by bucket a level of each language, two in a byte, the first in the low half. */
  weights: string;
}
