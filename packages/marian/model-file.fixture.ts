// Files of models for tests and benchmarks, written as Marian and SentencePiece write them.

/** A tensor to be written; `bytes` are its data as they stand in the file. */
export interface ItemToWrite {
  name: string;
  type: number;
  shape: readonly number[];
  bytes: Uint8Array;
}

export const itemTypes = { float32: 0x404, int8: 0x4101, bytes: 0x101 };

const padded = (bytes: Uint8Array): Uint8Array => {
  const filled = new Uint8Array(256 * Math.ceil(bytes.length / 256));
  filled.set(bytes);
  return filled;
};

const uint64 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), 8 * index);
  return buffer;
};

/** A binary model of version 1. */
export const modelFile = (items: readonly ItemToWrite[]): Uint8Array => {
  const heads = items.map(({ name, type, shape, bytes }) => uint64(name.length + 1, type, shape.length, bytes.length));
  const names = items.map(({ name }) => Buffer.from(`${name}\0`, 'latin1'));
  const shapes = items.flatMap(({ shape }) => shape.map((size) => Buffer.from(Int32Array.of(size).buffer)));
  const start = Buffer.concat([uint64(1, items.length), ...heads, ...names, ...shapes]);
  const padding = (256 - ((start.length + 8) % 256)) % 256;
  return Buffer.concat([start, uint64(padding), Buffer.alloc(padding), ...items.map(({ bytes }) => bytes)]);
};

/** Sizes of a network to be written. */
export interface ShapeToWrite {
  width: number;
  feedForward: number;
  heads: number;
  encoderLayers: number;
  decoderLayers: number;
  /** Sizes of the vocabulary of both languages, or of that of each. */
  vocabularies: readonly [number] | readonly [number, number];
  seed?: number;
}

/** The shapes of Firefox's models. */
export const realShapes = {
  tiny: { width: 256, feedForward: 1_536, heads: 8, encoderLayers: 6, decoderLayers: 2, vocabularies: [32_000] },
  'base-memory': {
    width: 384,
    feedForward: 1_536,
    heads: 8,
    encoderLayers: 6,
    decoderLayers: 4,
    vocabularies: [32_000],
  },
  base: { width: 512, feedForward: 2_048, heads: 8, encoderLayers: 6, decoderLayers: 2, vocabularies: [32_000] },
} as const satisfies Record<string, ShapeToWrite>;

/** Numbers of 32 bits, the same for a seed. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
};

/**
 * A weight of eight bits, spread like those of trained models: the mean of four numbers, with a deviation of 37. Where all weights are as
 * likely, Bergamot's sums of 16 bits overflow, and are cut.
 */
const likeTrained = (random: number): number => {
  const part = (shift: number): number => ((random >>> shift) & 0xff) - 127.5;
  return Math.trunc((part(0) + part(8) + part(16) + part(24)) / 4);
};

/** One number of eight bits, with the multiplier behind it. */
const scalarOfEightBits = (value: number): Uint8Array => {
  const bytes = new Uint8Array(5);
  bytes[0] = 127;
  new DataView(bytes.buffer).setFloat32(1, 127 / value, true);
  return bytes;
};

/** The configuration of a network, as far as it is read. */
export const configurationOf = (
  { width, feedForward, heads, encoderLayers, decoderLayers, vocabularies: [source, target = source] }: ShapeToWrite,
  tied: boolean,
): string => `dec-cell: ssru
dec-cell-base-depth: 2
dec-depth: ${decoderLayers}
dim-emb: ${width}
dim-vocabs:
  - ${source}
  - ${target}
enc-depth: ${encoderLayers}
input-types:
  []
layer-normalization: false
output-omit-bias: false
right-left: false
skip: false
tied-embeddings: ${!tied}
tied-embeddings-all: ${tied}
tied-embeddings-src: false
transformer-decoder-autoreg: rnn
transformer-decoder-dim-ffn: 0
transformer-decoder-ffn-depth: 0
transformer-depth-scaling: false
transformer-dim-ffn: ${feedForward}
transformer-ffn-activation: relu
transformer-ffn-depth: 2
transformer-guided-alignment-layer: last
transformer-heads: ${heads}
transformer-no-projection: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-tied-layers:
  []
transformer-train-position-embeddings: false
type: transformer
ulr: false
version: v1.12.14 0000000 2024-01-01 00:00:00 +0000
`;

/** The tensors of a network of random weights, with its configuration; with two vocabularies it has two tables of embeddings. */
export const randomItems = (shape: ShapeToWrite): ItemToWrite[] => {
  const { width, feedForward, encoderLayers, decoderLayers, vocabularies } = shape;
  const random = randomNumbers(shape.seed ?? 1);
  const items: ItemToWrite[] = [];
  const add = (name: string, type: number, sizes: number[], bytes: Uint8Array): void => {
    items.push({ name, type, shape: sizes, bytes: padded(bytes) });
  };
  const floats = (name: string, values: Float32Array, sizes = [1, values.length]): void =>
    add(name, itemTypes.float32, sizes, new Uint8Array(values.buffer));
  const multiplier = Float32Array.of(25);
  const weights = (name: string, rows: number, columns: number): void => {
    const bytes = new Uint8Array(rows * columns + 4);
    for (let index = 0; index < rows * columns; index += 1) bytes[index] = likeTrained(random());
    new DataView(bytes.buffer).setFloat32(rows * columns, 37 / Math.sqrt(2 / (rows + columns)), true);
    add(name, itemTypes.int8, [rows, columns], bytes);
    // Inputs are looked up, not multiplied. The converter takes a multiplier for embeddings where its name says so.
    if (name === 'encoder_Wemb') return;
    if (name.includes('Wemb')) add(`${name}_QuantMultA`, itemTypes.int8, [1, 1], scalarOfEightBits(25));
    else floats(`${name}_QuantMultA`, multiplier);
  };
  const filled = (name: string, length: number, value: (index: number) => number): void =>
    floats(
      name,
      Float32Array.from({ length }, (_, index) => value(index)),
    );
  const small = (): number => (random() / 2 ** 32 - 0.5) / 5;
  const normalization = (name: string): void => {
    filled(`${name}_ln_scale`, width, () => 1 + small());
    filled(`${name}_ln_bias`, width, small);
  };
  const attention = (name: string): void => {
    for (const part of ['q', 'k', 'v', 'o']) {
      weights(`${name}_W${part}`, width, width);
      filled(`${name}_b${part}`, width, small);
    }
    normalization(`${name}_Wo`);
  };
  const feedForwardOf = (name: string): void => {
    weights(`${name}_W1`, width, feedForward);
    filled(`${name}_b1`, feedForward, small);
    weights(`${name}_W2`, feedForward, width);
    filled(`${name}_b2`, width, small);
    normalization(`${name}_ffn`);
  };
  const [source, target = source] = vocabularies;
  const tied = vocabularies.length === 1;
  if (tied) weights('Wemb', source, width);
  else {
    weights('encoder_Wemb', source, width);
    weights('decoder_Wemb', target, width);
  }
  if (tied) floats('none_QuantMultA', multiplier);
  filled('decoder_ff_logit_out_b', target, small);
  for (let layer = 1; layer <= encoderLayers; layer += 1) {
    attention(`encoder_l${layer}_self`);
    feedForwardOf(`encoder_l${layer}_ffn`);
  }
  for (let layer = 1; layer <= decoderLayers; layer += 1) {
    weights(`decoder_l${layer}_rnn_W`, width, width);
    weights(`decoder_l${layer}_rnn_Wf`, width, width);
    filled(`decoder_l${layer}_rnn_bf`, width, small);
    normalization(`decoder_l${layer}_rnn_ffn`);
    attention(`decoder_l${layer}_context`);
    feedForwardOf(`decoder_l${layer}_ffn`);
  }
  items.sort((one, other) => (one.name < other.name ? -1 : 1));
  const configuration = Buffer.from(`${configurationOf(shape, tied)}\0`);
  items.push({ name: 'special:model.yml', type: itemTypes.bytes, shape: [configuration.length], bytes: configuration });
  return items;
};

/** A shortlist of the first tokens and of a list for each token of the source, with its sum. */
export const shortlistFile = (first: number, lists: readonly (readonly number[])[]): Uint8Array => {
  const offsets = [0];
  for (const list of lists) offsets.push((offsets.at(-1) ?? 0) + list.length);
  const tokens = Uint32Array.from(lists.flat());
  const body = Buffer.concat([
    uint64(first, Math.max(...lists.map((list) => list.length)), offsets.length, tokens.length),
    uint64(...offsets),
    new Uint8Array(tokens.buffer),
    Buffer.alloc(4 * (tokens.length % 2)),
  ]);
  return Buffer.concat([uint64(0xf11a48d5 * 2 ** 32), uint64(0), body]).fill(
    Buffer.concat([Buffer.from('f5173401d5481af1', 'hex'), sumOf(body)]),
    0,
    16,
  );
};

/** Marian's sum of 64-bit words. */
const sumOf = (body: Buffer): Buffer => {
  const words = new BigUint64Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
  let sum = 0n;
  for (const word of words) sum ^= BigInt.asUintN(64, word + 0x9e3779b9n + (sum << 6n) + (sum >> 2n));
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(sum);
  return bytes;
};

/** A random shortlist: some tokens for each of the vocabulary. */
export const randomShortlist = (source: number, target: number, first: number, each: number, seed = 1): Uint8Array => {
  const random = randomNumbers(seed);
  const list = (): number[] => {
    const tokens = new Set<number>();
    while (tokens.size < Math.min(each, target - 2)) tokens.add(2 + (random() % (target - 2)));
    return [...tokens].sort((one, other) => one - other);
  };
  return shortlistFile(
    first,
    Array.from({ length: source }, (_, token) => (token < 2 ? [] : list())),
  );
};

/** A field of a message of Protocol Buffers. */
export const field = (number: number, value: Uint8Array | string | number): Buffer => {
  const varint = (whole: number): number[] =>
    whole < 0x80 ? [whole] : [(whole & 0x7f) | 0x80, ...varint(whole >>> 7)];
  if (typeof value === 'number') return Buffer.from([...varint(8 * number), ...varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(8 * number + 2), ...varint(bytes.length)]), bytes]);
};

/** A piece of a vocabulary: its text, its score and its type (1 is ordinary). */
export const pieceField = (text: string, score: number, type = 1): Buffer => {
  const scoreField = Buffer.concat([Buffer.from([8 * 2 + 5]), Buffer.from(Float32Array.of(score).buffer)]);
  return field(1, Buffer.concat([field(1, text), scoreField, field(3, type)]));
};

/** A vocabulary in which each token is a word: `w2`, `w3` and so on; a text of them has one way to be split. */
export const wordVocabulary = (size: number): Uint8Array => {
  const words = Array.from({ length: size - 2 }, (_, index) => pieceField(`▁w${index + 2}`, -10));
  return Buffer.concat([
    pieceField('</s>', 0, 3),
    pieceField('<unk>', 0, 2),
    ...words,
    field(2, Buffer.concat([field(3, 1), field(40, 1), field(42, 0)])),
    field(3, Buffer.concat([field(1, 'identity'), field(3, 1), field(4, 1), field(5, 1)])),
  ]);
};

/** A sentence of so many random words of such a vocabulary. */
export const randomSentence = (random: () => number, words: number, size: number): string =>
  Array.from({ length: words }, () => `w${2 + (random() % (size - 2))}`).join(' ');
