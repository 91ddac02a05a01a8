const wordPattern = /\p{L}[\p{L}\p{M}·]*['’]?/gu;

/** Words of a text in lower case; an elision keeps its apostrophe (`l'`, `eau`). */
export const wordsOf = (text: string): string[] =>
  (text.match(wordPattern) ?? []).map((word) => word.replace('’', "'"));

/** `să` and `sa`: letters with their accents taken off. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o');
