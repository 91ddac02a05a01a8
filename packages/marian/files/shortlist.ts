import { type ByteSource, readUint64 } from './byte-source.js';

/** A lexical shortlist, whose lists stay in the file until they are read: which tokens may translate which. */
export interface ShortlistFile {
  /** The first tokens of the vocabulary, which are always candidates. */
  first: number;
  /** For each token of the source where its list begins, and where the last one ends. */
  offsets: Uint32Array;
  /** Number of tokens in all lists. */
  count: number;
  /** Reads the tokens of all lists into 16 or 32 bits each. */
  readTokens: (into: Uint16Array | Uint32Array) => void;
}

const magic = { low: 0x013417f5, high: 0xf11a48d5 };

/** Marian's sum of the 64-bit words from byte 16 on, in halves of 32 bits: `s ^= x + 0x9e3779b9 + (s << 6) + (s >> 2)`. */
const sumOf = (source: ByteSource): [low: number, high: number] => {
  let low = 0;
  let high = 0;
  for (const part of source.parts(16, source.size - 16)) {
    for (let at = 0; at + 8 <= part.byteLength; at += 8) {
      const left = low << 6;
      const right = (low >>> 2) | (high << 30);
      const lowSum = part.getUint32(at, true) + 0x9e3779b9 + (left >>> 0) + (right >>> 0);
      const highShifted = ((high << 6) | (low >>> 26)) >>> 0;
      const highSum = part.getUint32(at + 4, true) + highShifted + (high >>> 2) + Math.floor(lowSum / 2 ** 32);
      low = (low ^ (lowSum >>> 0)) >>> 0;
      high = (high ^ (highSum >>> 0)) >>> 0;
    }
  }
  return [low, high];
};

/**
 * Reads a shortlist for vocabularies of these sizes; throws `ModelFileError` where it is none, is damaged (its sum), or names a token
 * that the target does not have.
 */
export const readShortlist = (
  source: ByteSource,
  sourceVocabulary: number,
  targetVocabulary: number,
): ShortlistFile => {
  if (source.size < 48) source.refuse('is no shortlist of Marian: it is too short');
  const head = source.view(0, 48);
  if (head.getUint32(4, true) !== magic.high || head.getUint32(0, true) !== magic.low)
    source.refuse('is no binary shortlist of Marian');
  const [first, , offsetCount, count] = [16, 24, 32, 40].map((offset) => readUint64(head, offset)) as [
    number,
    number,
    number,
    number,
  ];
  if (offsetCount !== sourceVocabulary + 1)
    source.refuse(`has lists for ${offsetCount - 1} tokens, and the vocabulary of the source has ${sourceVocabulary}`);
  if (first < 1 || first > targetVocabulary)
    source.refuse(`always takes the first ${first} of ${targetVocabulary} tokens`);
  const needed = 48 + 8 * offsetCount + 4 * count;
  if (needed > source.size) source.refuse(`is cut: its lists would end at byte ${needed} of ${source.size}`);
  if (source.size % 8 !== 0 || source.size > needed + 8) source.refuse('has something behind its lists');
  const [low, high] = sumOf(source);
  if (head.getUint32(8, true) !== low || head.getUint32(12, true) !== high)
    source.refuse('is damaged: its content is not that of its sum');

  const offsets = new Uint32Array(offsetCount);
  const words = source.view(48, 8 * offsetCount);
  for (let index = 0; index < offsetCount; index += 1) {
    const offset = readUint64(words, 8 * index);
    if (offset > count || offset < (offsets[index - 1] ?? 0)) source.refuse('has a list that ends before it begins');
    offsets[index] = offset;
  }
  if (offsets[0] !== 0 || offsets[offsetCount - 1] !== count) source.refuse('has tokens that belong to no list');
  const readTokens = (into: Uint16Array | Uint32Array): void => {
    let index = 0;
    for (const part of source.parts(48 + 8 * offsetCount, 4 * count)) {
      for (let at = 0; at < part.byteLength; at += 4, index += 1) {
        const token = part.getUint32(at, true);
        if (token >= targetVocabulary)
          source.refuse(`names token ${token}, and the vocabulary of the target has ${targetVocabulary}`);
        into[index] = token;
      }
    }
  };
  return { first, offsets, count, readTokens };
};
