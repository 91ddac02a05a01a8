import type { NetworkShape } from '../files/model-configuration.js';
import { maximumSourcePieces } from './weights.js';

/** Sentences that are translated together at most. */
export const maximumBatch = 32;
/** Rows of a feed-forward layer that are computed together: what is between its halves stays in the processor's cache. */
export const feedForwardRows = 64;

/** Addresses of a thread's own room in the memory. Sizes are for the largest batch; pages that nothing touches cost nothing. */
export interface Scratch {
  /** Floats, a row of the width for each piece or sentence. */
  x: number;
  y: number;
  queries: number;
  keys: number;
  values: number;
  gates: number;
  /** Rows as integers of 16 bits. */
  integers: number;
  /** The middle of a feed-forward layer, integers of 16 bits. */
  middle: number;
  /** Keys as columns. */
  columns: number;
  scores: number;
  alignment: number;
  /** By layer of the decoder: keys as columns, and values, of the source. */
  contexts: { keys: number; values: number }[];
  /** By layer of the decoder: a row for each sentence. */
  cells: number[];
  /** Numbers of tokens of 32 bits for each sentence. */
  candidates: number;
  /** Floats for each token of the vocabulary. */
  logits: number;
  bytes: number;
}

/** Lays out the room of a thread from an address on. */
export const planScratch = (shape: NetworkShape, begin: number, batch: number): Scratch => {
  let end = begin;
  const reserve = (bytes: number): number => {
    const address = end;
    end += Math.ceil(bytes / 64) * 64;
    return address;
  };
  const { width, feedForward, decoderLayers } = shape;
  const floatRows = (rows: number): number => reserve(4 * width * rows);
  // Columns of a sentence are a multiple of four.
  const columnRows = maximumSourcePieces + 3 * batch;
  const candidates = 4 * Math.ceil(shape.targetVocabulary / 4) + 4;
  const scratch = {
    x: floatRows(maximumSourcePieces),
    y: floatRows(maximumSourcePieces),
    queries: floatRows(maximumSourcePieces),
    keys: floatRows(maximumSourcePieces),
    values: floatRows(maximumSourcePieces),
    gates: floatRows(batch),
    integers: reserve(2 * width * maximumSourcePieces),
    middle: reserve(2 * feedForward * feedForwardRows),
    columns: floatRows(columnRows),
    scores: reserve(4 * (maximumSourcePieces + 4)),
    alignment: reserve(4 * (maximumSourcePieces + 4)),
    contexts: Array.from({ length: decoderLayers }, () => ({
      keys: floatRows(columnRows),
      values: floatRows(maximumSourcePieces),
    })),
    cells: Array.from({ length: decoderLayers }, () => floatRows(batch)),
    candidates: reserve(4 * candidates * batch),
    logits: reserve(4 * candidates),
  };
  return { ...scratch, bytes: end - begin };
};
