import { isLanguageCode } from './iso-639-1.js';

/** Length of a tag: RFC 5646 says that no tag in use is longer. */
const maxTagLength = 35;

/**
 * Writes a tag of a regional variant in the form of BCP 47: `pt-BR` for `PT-br`, `ca-valencia`. Plain codes, and
 * strings that are no tag, stay as they are.
 */
export const canonicalTag = (tag: string): string => {
  if (!tag.includes('-') || tag.length > maxTagLength) return tag;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag;
  }
};

/** Returns the language of a tag: `pt` of `pt-BR`; a plain code is its own. */
export const baseLanguage = (tag: string): string => tag.split('-', 1)[0] ?? tag;

export const isVariant = (tag: string): boolean => tag.includes('-');

/** Whether a string is an ISO 639-1 code, or a variant of such a language in canonical form. */
export const isLanguageTag = (tag: string): boolean => isLanguageCode(baseLanguage(tag)) && canonicalTag(tag) === tag;
