import type { Detection } from './language-detector.js';

/** Of the confidence in the answer, what makes an alternative nearly as likely. */
const nearlyAsLikely = 0.4;

/**
 * The language detected and the alternatives nearly as likely, likeliest first: where the answer cannot be used (nothing
 * translates it to the target), one of these may be meant. Empty for `und`.
 */
export const likelyLanguages = ({ language, confidence, alternatives }: Detection): string[] =>
  confidence === 0
    ? []
    : [
        language,
        ...alternatives
          .filter((alternative) => alternative.confidence >= nearlyAsLikely * confidence)
          .map((alternative) => alternative.language),
      ];
