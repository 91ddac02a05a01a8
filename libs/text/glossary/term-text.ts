/** The soft hyphen, U+00AD, says where a word may be broken and is no part of it. */
export const softHyphen = '\u00ad';

/**
 * Normalizes a term for comparison: in NFC, each run of white space one space, none at the ends, without soft hyphens.
 */
export const normalTerm = (text: string): string =>
  text.normalize('NFC').replaceAll(softHyphen, '').replaceAll(/\s+/gu, ' ').trim();
