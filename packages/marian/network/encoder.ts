import type { Layers } from './layers.js';
import type { Network } from './weights.js';

/** Where the rows of a sentence are in those of its batch. */
export interface SourceRows {
  tokens: Uint32Array;
  /** Its first row. */
  row: number;
  /** Number of its first column where sentences stand side by side as columns. */
  column: number;
  /** Columns: its pieces, and up to three that are 0. */
  stride: number;
}

/** Puts sentences one behind the other. */
export const rowsOf = (sentences: readonly Uint32Array[]): SourceRows[] => {
  let row = 0;
  let column = 0;
  return sentences.map((tokens) => {
    const rows = { tokens, row, column, stride: 4 * Math.ceil(tokens.length / 4) };
    row += tokens.length;
    column += rows.stride;
    return rows;
  });
};

/** Encodes sentences, and leaves keys and values for each layer of the decoder in `scratch.contexts`. */
export const encode = (layers: Layers, network: Network, sentences: readonly SourceRows[]): void => {
  const { kernel, scratch, width } = layers;
  const { x, y, queries, keys, values, columns } = scratch;
  const { heads } = network.shape;
  const rowBytes = 4 * width;
  const headScale = Math.fround(1 / Math.sqrt(width / heads));
  const rows = sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
  for (const { tokens, row } of sentences) {
    for (const [index, token] of tokens.entries()) {
      const position = network.positions + rowBytes * index;
      kernel.embed(
        network.source.weights + width * token,
        width,
        network.source.scale,
        position,
        x + rowBytes * (row + index),
      );
    }
  }
  for (const { attention, feedForward } of network.encoder) {
    layers.products(x, rows, [attention.query, queries], [attention.key, keys], [attention.value, values]);
    for (const { tokens, row, stride } of sentences) {
      const at = rowBytes * row;
      kernel.transpose(keys + at, width, tokens.length, stride, columns);
      kernel.attend(
        queries + at,
        tokens.length,
        columns,
        values + at,
        tokens.length,
        stride,
        width,
        heads,
        headScale,
        scratch.scores,
        0,
        y + at,
      );
    }
    // The queries are used up.
    layers.products(y, rows, [attention.output, queries]);
    kernel.addAndNormalize(x, queries, width, rows, attention.normalization.scale, attention.normalization.bias);
    layers.feedForward(feedForward, x, rows);
  }
  for (const [index, { attention }] of network.decoder.entries()) {
    const context = scratch.contexts[index];
    if (context === undefined) continue;
    layers.products(x, rows, [attention.key, keys], [attention.value, context.values]);
    for (const { tokens, row, column, stride } of sentences)
      kernel.transpose(keys + rowBytes * row, width, tokens.length, stride, context.keys + rowBytes * column);
  }
};
