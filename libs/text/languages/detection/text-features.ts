/**
 * Buckets of a model, each with a row of weights; features that share one are told apart by the others of their text.
 */
export const bucketCount = 1 << 15;

const maxGramLength = 5;
/** UTF-16 units of a word that are looked at. */
const maxWordLength = 40;
/** Features after which no further word of a text is looked at. */
const maxFeatures = 8_192;
/** Features that a text can have: `maxFeatures` and those of one more word. */
export const featureCapacity = maxFeatures + maxWordLength * maxGramLength + 3;

const space = 0x20;
const gramSeed = 0x811c9dc5;
const wordSeed = 0x1234567;
const extended = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Mixes the low bits of FNV, which leaves them poor, before they name a bucket. */
const bucketOf = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 12)) & (bucketCount - 1);
};

/** Units of the current word, with its ends. */
const units = new Uint16Array(maxWordLength);

/** Writes the n-grams of one to five letters of a word, its ends counting as letters; returns where it stopped. */
const writeGrams = (word: string, features: Int32Array, from: number): number => {
  const length = Math.min(word.length + 2, maxWordLength);
  for (let index = 0; index < length; index += 1) {
    units[index] = index === 0 || index > word.length ? space : word.charCodeAt(index - 1);
  }
  let at = from;
  for (let start = 0; start < length; start += 1) {
    const last = Math.min(length, start + maxGramLength);
    let hash = gramSeed;
    for (let end = start; end < last; end += 1) {
      hash = extended(hash, units[end] ?? space);
      if (end === 0) continue;
      features[at] = bucketOf(hash);
      at += 1;
    }
  }
  return at;
};

/**
 * Writes the buckets of all features of these words: n-grams, whole words (those of four letters and more weigh double)
 * and pairs of neighbours. Linear in the length of the text. Returns how many it wrote, at most `featureCapacity`.
 */
export const writeFeatures = (words: readonly string[], features: Int32Array): number => {
  let at = 0;
  let previous = 0;
  for (const word of words) {
    if (at > maxFeatures) break;
    at = writeGrams(word, features, at);
    let hash = wordSeed;
    for (let index = 0; index < word.length; index += 1) hash = extended(hash, word.charCodeAt(index));
    if (word.length > 3) {
      features[at] = bucketOf(hash);
      features[at + 1] = bucketOf(hash ^ 0x777);
      at += 2;
    }
    if (previous !== 0) {
      features[at] = bucketOf(Math.imul(previous, 31) ^ hash);
      at += 1;
    }
    previous = hash;
  }
  return at;
};

/** Returns the buckets that `writeFeatures` writes. */
export const featuresOf = (words: readonly string[]): readonly number[] => {
  const features = new Int32Array(featureCapacity);
  return [...features.subarray(0, writeFeatures(words, features))];
};
