import { isLanguageCode, isoLanguages } from './iso-639-1.js';
import { englishName, nativeName } from './language-names.js';
import { baseLanguage, canonicalTag } from './language-tag.js';

/** Characters of the longest input that is looked at. */
const maxLength = 35;

let tagsByName: ReadonlyMap<string, string> | undefined;

const namedTags = (): ReadonlyMap<string, string> => {
  tagsByName ??= new Map(
    isoLanguages.flatMap((code) => [
      [nativeName(code).toLowerCase(), code],
      [englishName(code).toLowerCase(), code],
    ]),
  );
  return tagsByName;
};

/**
 * The tag that somebody most likely meant who wrote a language in another way: `de` for `German`, `deutsch` or `deu`,
 * `pt-BR` for `pt_br`. Undefined where it resembles no language of ISO 639-1.
 */
export const likelyTag = (given: string): string | undefined => {
  if (given.length > maxLength) return undefined;
  const named = namedTags().get(given.trim().toLowerCase());
  if (named !== undefined) return named;
  const tag = canonicalTag(given.replaceAll('_', '-'));
  // A code of three letters is written as the one of two, where there is one.
  const [language = ''] = canonicalLocales(baseLanguage(tag));
  return isLanguageCode(language) ? [language, ...tag.split('-').slice(1)].join('-') : undefined;
};

const canonicalLocales = (tag: string): string[] => {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
};
