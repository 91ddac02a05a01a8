/**
 * How often the detector of this release names the language of a text rightly, in percent, on the texts of its test set that
 * were held out: the figures of `test/bench/results/language-detection.md`, which a test compares with these.
 */
export const detectionAccuracy = { languages: 47, texts: 940, sentences: 97.7, fewWords: 89.1 } as const;
