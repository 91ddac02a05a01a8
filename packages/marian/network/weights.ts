import type { ModelItem } from '../files/binary-model.js';
import type { ByteSource } from '../files/byte-source.js';
import type { NetworkShape } from '../files/model-configuration.js';
import type { ShortlistFile } from '../files/shortlist.js';

/** Weights of 8 bits, an output after the other, with what turns products into floats. Addresses are bytes in the memory. */
export interface Matrix {
  weights: number;
  depth: number;
  outputs: number;
  /** Address of a float for each output. */
  bias: number;
  /** Times which inputs are rounded to 8 bits. */
  multiplier: number;
  /** Times which products are floats again. */
  scale: number;
}

/** Addresses of a float for each column. */
export interface Normalization {
  scale: number;
  bias: number;
}

export interface Attention {
  query: Matrix;
  key: Matrix;
  value: Matrix;
  output: Matrix;
  normalization: Normalization;
}

export interface FeedForward {
  first: Matrix;
  second: Matrix;
  normalization: Normalization;
}

export interface EncoderLayer {
  attention: Attention;
  feedForward: FeedForward;
}

export interface DecoderLayer extends EncoderLayer {
  gate: Matrix;
  input: Matrix;
  recurrent: Normalization;
}

export interface Embeddings {
  weights: number;
  /** Times which a weight is the number that the network begins with. */
  scale: number;
}

/** Lists of candidates in the memory. */
export interface Shortlist {
  first: number;
  /** Whether source and target have one vocabulary: what may stay as it is, such as a name, is a candidate then. */
  shared: boolean;
  /** Address of 32 bits for each token of the source, and the end. */
  offsets: number;
  tokens: number;
  /** Bytes of a token: 2 or 4. */
  tokenBytes: 2 | 4;
}

/** Where everything of a model is in its memory, and how it is computed with. Plain values, which threads are sent. */
export interface Network {
  shape: NetworkShape;
  source: Embeddings;
  target: Embeddings;
  encoder: EncoderLayer[];
  decoder: DecoderLayer[];
  output: Matrix;
  /** Address of room for a row of floats for each position. */
  positions: number;
  shortlist: Shortlist | undefined;
}

/** Pieces of a source text that one pass may have, the end of the sentence included. */
export const maximumSourcePieces = 512;
/** Tokens that a translation may have at most, whatever its limit. */
export const maximumTargetTokens = 4 * maximumSourcePieces;

/** So low that a token with it is never the highest. */
const never = -3.4e38;

/**
 * Bounds of floats and multipliers: far beyond those of any trained network, and so narrow that no sum of products leaves the range of
 * floats. What is computed is always a number then, and the unknown token is never the highest.
 */
const bounds = { float: 1e6, multiplier: { least: 1e-3, most: 1e9 } };

/** A part of the memory that is filled when there is a memory. */
type Fill = (memory: SharedArrayBuffer) => void;

/** A model's plan: what goes where in a memory of `bytes`. */
export interface WeightPlan {
  network: Network;
  bytes: number;
  fill: Fill;
}

/**
 * Plans the memory of a model. Throws `ModelFileError` where a tensor is missing or has another shape than the configuration says;
 * `fill` throws it for numbers that are none.
 */
export const planWeights = (
  source: ByteSource,
  items: ReadonlyMap<string, ModelItem>,
  shape: NetworkShape,
  unknownToken: number,
  shortlistFile: ShortlistFile | undefined,
  shared: boolean,
): WeightPlan => {
  const { width, feedForward, tied } = shape;
  const fills: Fill[] = [];
  // An address of 0 is none.
  let end = 64;
  const reserve = (bytes: number): number => {
    const address = end;
    end += Math.ceil(bytes / 64) * 64;
    return address;
  };

  const itemOf = (name: string, type: ModelItem['type'], rows: number, columns: number): ModelItem => {
    const item = items.get(name) ?? source.refuse(`does not have ${name}`);
    const [first = 0, second = 0] = item.shape;
    if (item.type !== type || item.shape.length !== 2 || first !== rows || second !== columns)
      source.refuse(
        `has ${name} as ${item.type} of ${item.shape.join(' × ')}; ${type} of ${rows} × ${columns} is right`,
      );
    return item;
  };
  const checkedMultiplier = (value: number, title: string): number => {
    const { least, most } = bounds.multiplier;
    if (!(value >= least && value <= most))
      source.refuse(`has ${value} as ${title}; from ${least} to ${most} is right`);
    return value;
  };
  /** The one float of an item, or the float behind weights. */
  const factorAt = (name: string, position: number): number =>
    checkedMultiplier(source.view(position, 4).getFloat32(0, true), `the multiplier of ${name}`);
  const readInto = (item: ModelItem, bytes: number, address: number): number => {
    fills.push((memory) => source.read(item.position, new Uint8Array(memory, address, bytes)));
    return address;
  };
  const floats = (name: string, count: number, room = count): number => {
    const address = readInto(itemOf(name, 'float32', 1, count), 4 * count, reserve(4 * room));
    fills.push((memory) => {
      const other = new Float32Array(memory, address, count).find((value) => !(Math.abs(value) <= bounds.float));
      if (other !== undefined)
        source.refuse(`has ${other} in ${name}; from -${bounds.float} to ${bounds.float} is right`);
    });
    return address;
  };
  const noBias = reserve(4 * Math.max(width, feedForward));

  /**
   * The multiplier of the inputs of a matrix. Marian's converter takes that of embeddings for embeddings too, by its name: it then is one
   * number of 8 bits with a multiplier of its own.
   */
  const multiplierOf = (...names: string[]): number => {
    const found = names.map((name) => `${name}_QuantMultA`).find((name) => items.has(name));
    const item = found === undefined ? undefined : items.get(found);
    if (item === undefined) return source.refuse(`does not have ${names[0]}_QuantMultA`);
    if (item.count !== 1 || item.type === 'bytes')
      source.refuse(`has ${item.name} as ${item.type} of ${item.shape.join(' × ')}`);
    if (item.type === 'float32') return factorAt(item.name, item.position);
    const whole = source.view(item.position, 1).getInt8(0);
    return checkedMultiplier(Math.fround(whole / factorAt(item.name, item.position + 1)), item.name);
  };
  const matrix = (name: string, bias: string | undefined, depth: number, outputs: number): Matrix => {
    const item = itemOf(name, 'int8', depth, outputs);
    const multiplier = multiplierOf(name);
    return {
      weights: readInto(item, item.count, reserve(item.count)),
      depth,
      outputs,
      bias: bias === undefined ? noBias : floats(bias, outputs),
      multiplier,
      scale: Math.fround(1 / Math.fround(multiplier * factorAt(name, item.position + item.count))),
    };
  };
  const normalization = (name: string): Normalization => ({
    scale: floats(`${name}_ln_scale`, width),
    bias: floats(`${name}_ln_bias`, width),
  });
  const attention = (name: string): Attention => ({
    query: matrix(`${name}_Wq`, `${name}_bq`, width, width),
    key: matrix(`${name}_Wk`, `${name}_bk`, width, width),
    value: matrix(`${name}_Wv`, `${name}_bv`, width, width),
    output: matrix(`${name}_Wo`, `${name}_bo`, width, width),
    normalization: normalization(`${name}_Wo`),
  });
  const feedForwardOf = (name: string): FeedForward => ({
    first: matrix(`${name}_W1`, `${name}_b1`, width, feedForward),
    second: matrix(`${name}_W2`, `${name}_b2`, feedForward, width),
    normalization: normalization(`${name}_ffn`),
  });
  const layers = <Layer>(count: number, layer: (number: number) => Layer): Layer[] =>
    Array.from({ length: count }, (_, index) => layer(index + 1));

  // Outputs are computed four at a time.
  const outputs = 4 * Math.ceil(shape.targetVocabulary / 4);
  const embeddings = (name: string, rows: number): Embeddings & { unit: number } => {
    const item = itemOf(name, 'int8', rows, width);
    const unit = factorAt(name, item.position + item.count);
    const weights = readInto(item, item.count, reserve(4 * Math.ceil(rows / 4) * width));
    return { weights, unit, scale: Math.fround(Math.sqrt(width) / unit) };
  };
  if (tied && shape.sourceVocabulary !== shape.targetVocabulary)
    source.refuse('has one table of embeddings for vocabularies of two sizes');
  const targetName = tied ? 'Wemb' : 'decoder_Wemb';
  const target = embeddings(targetName, shape.targetVocabulary);
  const sourceEmbeddings = tied ? target : embeddings('encoder_Wemb', shape.sourceVocabulary);
  // Bergamot's name for the output layer with a shortlist; without one it is that of the embeddings.
  const multiplier = multiplierOf('none', targetName);
  const bias = floats('decoder_ff_logit_out_b', shape.targetVocabulary, outputs);
  fills.push((memory) => {
    const biases = new Float32Array(memory, bias, outputs);
    biases.fill(never, shape.targetVocabulary);
    biases[unknownToken] = never;
  });
  const network: Network = {
    shape,
    source: { weights: sourceEmbeddings.weights, scale: sourceEmbeddings.scale },
    target: { weights: target.weights, scale: target.scale },
    encoder: layers(shape.encoderLayers, (number) => ({
      attention: attention(`encoder_l${number}_self`),
      feedForward: feedForwardOf(`encoder_l${number}_ffn`),
    })),
    decoder: layers(shape.decoderLayers, (number) => ({
      gate: matrix(`decoder_l${number}_rnn_Wf`, `decoder_l${number}_rnn_bf`, width, width),
      input: matrix(`decoder_l${number}_rnn_W`, undefined, width, width),
      recurrent: normalization(`decoder_l${number}_rnn_ffn`),
      attention: attention(`decoder_l${number}_context`),
      feedForward: feedForwardOf(`decoder_l${number}_ffn`),
    })),
    output: {
      weights: target.weights,
      depth: width,
      outputs,
      bias,
      multiplier,
      scale: Math.fround(1 / Math.fround(multiplier * target.unit)),
    },
    positions: reserve(4 * width * maximumTargetTokens),
    shortlist: undefined,
  };
  if (shortlistFile !== undefined) {
    const { first, offsets, count, readTokens } = shortlistFile;
    const tokenBytes = shape.targetVocabulary <= 65_536 ? 2 : 4;
    const shortlist: Shortlist = {
      first,
      shared,
      tokenBytes,
      offsets: reserve(4 * offsets.length),
      tokens: reserve(tokenBytes * count),
    };
    network.shortlist = shortlist;
    fills.push((memory) => {
      new Uint32Array(memory, shortlist.offsets, offsets.length).set(offsets);
      readTokens(
        tokenBytes === 2
          ? new Uint16Array(memory, shortlist.tokens, count)
          : new Uint32Array(memory, shortlist.tokens, count),
      );
    });
  }
  return {
    network,
    bytes: end,
    fill: (memory) => {
      for (const fill of fills) fill(memory);
    },
  };
};
