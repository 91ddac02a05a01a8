/** U+00AD says where a word may be broken and is no part of it. */
export const softHyphen = '\u00ad';

/** A term as it is compared: in NFC, each run of white space one space, none at the ends, without soft hyphens. */
export const normalTerm = (text: string): string =>
  text.normalize('NFC').replaceAll(softHyphen, '').replaceAll(/\s+/gu, ' ').trim();
