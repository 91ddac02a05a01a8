import { isLanguageCode } from './iso-639-1.js';

/** Length of a tag: RFC 5646 says that no tag in use is longer. */
const maxTagLength = 35;

const plainCode = /^[A-Za-z]{2}$/;

/**
 * Writes a tag in the form of BCP 47, whatever its case: `es` for `ES`, `pt-BR` for `PT-br`, `ca-valencia`. Strings
 * that are neither a code of two letters nor a tag of a variant stay as they are.
 */
export const canonicalTag = (tag: string): string => {
  if (plainCode.test(tag)) return tag.toLowerCase();
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
