import type { Detection } from './language-detector.js';

/** Share of the detected language's confidence from which an alternative is nearly as likely. */
const nearlyAsLikely = 0.4;

/**
 * Lists the language detected and the alternatives nearly as likely, likeliest first: where the detected language
 * cannot be used (nothing translates it to the target), one of these may be meant. The list is empty for `und`.
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
