import type { Script } from './script-histogram.js';
import { arabicWords } from './words/arabic-words.js';
import { cyrillicWords } from './words/cyrillic-words.js';
import { latinWords } from './words/latin-words.js';
import { romanisedWords } from './words/romanised-words.js';

type Lists = Readonly<Record<string, string>>;
type Index = ReadonlyMap<string, readonly string[]>;

/** Evidence in nats for a word of one, two, three and more letters; a short one stands in more languages than listed. */
const weightByLength = [0, 1.2, 2, 2.7, 3.4];
/** Of a word written without its accents, as in capitals and chats. */
const shareWithoutAccents = 0.6;

/** `să` and `sa`: letters with their accents taken off. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o');

const indexed = (lists: readonly Lists[], form: (word: string) => string): Index => {
  const index = new Map<string, string[]>();
  for (const [language, words] of lists.flatMap((list) => Object.entries(list))) {
    for (const word of new Set(words.toLowerCase().split(' ').map(form))) {
      const languages = index.get(word);
      if (languages === undefined) index.set(word, [language]);
      else languages.push(language);
    }
  }
  return index;
};

const exactly = (word: string): string => word;
const lists: Partial<Record<Script, readonly Lists[]>> = {
  Latn: [latinWords, romanisedWords],
  Cyrl: [cyrillicWords],
  Arab: [arabicWords],
};
const indexes = new Map<string, { exact: Index; bare: Index }>(
  Object.entries(lists).map(([script, of]) => [
    script,
    { exact: indexed(of, exactly), bare: indexed(of, withoutAccents) },
  ]),
);

const wordPattern = /\p{L}[\p{L}\p{M}·]*['’]?/gu;

/** Lower-case words of a text; an elision keeps its apostrophe (`l'`, `eau`). */
const wordsOf = (text: string): string[] => (text.match(wordPattern) ?? []).map((word) => word.replace('’', "'"));

/** Nats that the common words of a text speak for each language. The text is in lower case. */
export const wordEvidence = (text: string, script: Script): Map<string, number> => {
  const evidence = new Map<string, number>();
  const index = indexes.get(script);
  if (index === undefined) return evidence;
  for (const word of wordsOf(text)) {
    const plain = word.endsWith("'") ? word.slice(0, -1) : word;
    const exact = index.exact.get(word) ?? index.exact.get(plain);
    const languages = exact ?? index.bare.get(plain);
    if (languages === undefined) continue;
    const weight = (weightByLength[Math.min(word.length, 4)] ?? 0) * (exact === undefined ? shareWithoutAccents : 1);
    for (const language of languages) evidence.set(language, (evidence.get(language) ?? 0) + weight);
  }
  return evidence;
};
