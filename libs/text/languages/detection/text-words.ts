import { kindOf, letter, mark } from './character-kinds.js';

const apostrophe = 0x27;
const typographicApostrophe = 0x2019;

/** Splits a text into words in lower case; an elision keeps its apostrophe (`l'`, `eau`). */
export const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  let start = -1;
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    const kind = kindOf(codePoint);
    if (kind >= letter) {
      if (start < 0) start = index;
    } else if (start >= 0 && kind !== mark) {
      const word = text.slice(start, index);
      words.push(codePoint === apostrophe || codePoint === typographicApostrophe ? `${word}'` : word);
      start = -1;
    }
    if (codePoint > 0xffff) index += 1;
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
};

/** Takes the accents off letters: `să` becomes `sa`. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o');
