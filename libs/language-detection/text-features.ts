/** A model has a row of weights for each bucket; features that share one are told apart by the others of their text. */
export const bucketCount = 1 << 15;

const longestGram = 5;
/** UTF-16 units of a word looked at, and features of a text. */
const longestWord = 40;
const mostFeatures = 8_192;

const space = 0x20;
const gramSeed = 0x811c9dc5;
const wordSeed = 0x1234567;
const extended = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** FNV leaves its low bits poor; they are mixed before they name a bucket. */
const bucketOf = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 12)) & (bucketCount - 1);
};

/** Adds the n-grams of one to five letters of a word, its ends counting as letters. */
const addGrams = (word: string, features: number[]): void => {
  const length = Math.min(word.length + 2, longestWord);
  const unitAt = (index: number): number => (index === 0 || index > word.length ? space : word.charCodeAt(index - 1));
  for (let start = 0; start < length; start++) {
    let hash = gramSeed;
    for (let end = start; end < length && end < start + longestGram; end++) {
      hash = extended(hash, unitAt(end));
      if (end > start || start > 0) features.push(bucketOf(hash));
    }
  }
};

/**
 * Buckets of all that speaks for a language in these words: n-grams, whole words (those of four letters and more weigh
 * double) and pairs of neighbours. Linear in the length of the text.
 */
export const featuresOf = (words: readonly string[]): readonly number[] => {
  const features: number[] = [];
  let previous = 0;
  for (const word of words) {
    if (features.length > mostFeatures) break;
    addGrams(word, features);
    let hash = wordSeed;
    for (let index = 0; index < word.length; index++) hash = extended(hash, word.charCodeAt(index));
    if (word.length > 3) features.push(bucketOf(hash), bucketOf(hash ^ 0x777));
    if (previous !== 0) features.push(bucketOf(Math.imul(previous, 31) ^ hash));
    previous = hash;
  }
  return features;
};
