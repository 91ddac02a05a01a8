import type { Script } from './script-histogram.js';
import { withoutAccents } from './text-words.js';
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

/** Nats that the common words among these, in lower case, speak for each language. */
export const wordEvidence = (words: readonly string[], script: Script): Map<string, number> => {
  const evidence = new Map<string, number>();
  const index = indexes.get(script);
  if (index === undefined) return evidence;
  for (const word of words) {
    const plain = word.endsWith("'") ? word.slice(0, -1) : word;
    const exact = index.exact.get(word) ?? index.exact.get(plain);
    const languages = exact ?? index.bare.get(plain);
    if (languages === undefined) continue;
    const weight = (weightByLength[Math.min(word.length, 4)] ?? 0) * (exact === undefined ? shareWithoutAccents : 1);
    for (const language of languages) evidence.set(language, (evidence.get(language) ?? 0) + weight);
  }
  return evidence;
};
