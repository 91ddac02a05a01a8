import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { FinishingRule } from './finished-text.js';

/** Languages without an apostrophe. */
const languages: ReadonlySet<string> = new Set(['es', 'gl', 'pt']);

/** Writes `‘quizás’` for `‘quizás'`, if the source has curved marks alone. */
export const withCurvedQuotes: FinishingRule = (source, stretches, target) => {
  if (!languages.has(baseLanguage(target)) || !/[‘’]/u.test(source) || source.includes("'")) return stretches;
  return stretches.map((stretch) =>
    stretch.isFixed || !stretch.text.includes("'") ? stretch : { ...stretch, text: stretch.text.replaceAll("'", '’') },
  );
};
