/** A model has a row of weights for each bucket; features that share one are told apart by the others of their text. */
export const bucketCount = 1 << 15;

const longestGram = 5;
/** UTF-16 units of a word looked at. */
const longestWord = 40;
/** After that many features of a text no further word is looked at. */
const mostFeatures = 8_192;
/** Features that a text can have: those of one more word. */
export const featureCapacity = mostFeatures + longestWord * longestGram + 3;

const space = 0x20;
const gramSeed = 0x811c9dc5;
const wordSeed = 0x1234567;
const extended = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** FNV leaves its low bits poor; they are mixed before they name a bucket. */
const bucketOf = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 12)) & (bucketCount - 1);
};

/** The word that is looked at, with its ends. */
const units = new Uint16Array(longestWord);

/** Writes the n-grams of one to five letters of a word, its ends counting as letters; answers where it stopped. */
const writeGrams = (word: string, features: Int32Array, from: number): number => {
  const length = Math.min(word.length + 2, longestWord);
  for (let index = 0; index < length; index += 1) {
    units[index] = index === 0 || index > word.length ? space : word.charCodeAt(index - 1);
  }
  let at = from;
  for (let start = 0; start < length; start += 1) {
    const last = Math.min(length, start + longestGram);
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
 * Writes buckets of all that speaks for a language in these words: n-grams, whole words (those of four letters and more
 * weigh double) and pairs of neighbours. Linear in the length of the text. Answers how many, at most `featureCapacity`.
 */
export const writeFeatures = (words: readonly string[], features: Int32Array): number => {
  let at = 0;
  let previous = 0;
  for (const word of words) {
    if (at > mostFeatures) break;
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

/** What `writeFeatures` writes. */
export const featuresOf = (words: readonly string[]): readonly number[] => {
  const features = new Int32Array(featureCapacity);
  return [...features.subarray(0, writeFeatures(words, features))];
};
