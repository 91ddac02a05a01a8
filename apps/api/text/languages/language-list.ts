import { unsupportedLanguage } from '#libs/application/languages/language-hints.js';
import type { LanguageCode, LanguagePair } from '#libs/ports/inference/inference.port.js';
import { baseLanguage, isVariant } from '#libs/text/languages/language-tag.js';

export interface ListedLanguage {
  code: LanguageCode;
  directions: ('to' | 'from')[];
  /** BCP 47 tags that are targets. */
  variants: LanguageCode[];
}

export interface LanguageFilter {
  source?: string | undefined;
  target?: string | undefined;
}

/** @throws Rejection `invalid_language` when no pair has the language */
export const assertTargetFilter = (pairs: readonly LanguagePair[], code: string | undefined): void => {
  if (code === undefined || pairs.some((pair) => pair.source === code || pair.target === code)) return;
  throw unsupportedLanguage(pairs, 'target', code);
};

export const filteredPairs = (pairs: readonly LanguagePair[], { source, target }: LanguageFilter): LanguagePair[] =>
  pairs.filter(
    (pair) => (source === undefined || pair.source === source) && (target === undefined || pair.target === target),
  );

/** The languages of the pairs, by code, with their actual directions and variants. */
export const languagesOf = (pairs: readonly LanguagePair[]): ListedLanguage[] => {
  const directions = new Map<LanguageCode, Set<'to' | 'from'>>();
  const note = (code: LanguageCode, direction: 'to' | 'from') =>
    directions.set(code, (directions.get(code) ?? new Set()).add(direction));
  const variants = new Set<LanguageCode>();
  for (const { source, target } of pairs) {
    note(baseLanguage(source), 'from');
    note(baseLanguage(target), 'to');
    if (isVariant(target)) variants.add(target);
  }
  return [...directions]
    .map(([code, set]) => ({
      code,
      directions: (['to', 'from'] as const).filter((direction) => set.has(direction)),
      variants: [...variants].filter((variant) => baseLanguage(variant) === code).sort(),
    }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
};
