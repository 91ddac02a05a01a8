import type { Script } from './script-histogram.js';
import { withoutAccents } from './text-words.js';
import { arabicWords } from './words/arabic-words.js';
import { cyrillicWords } from './words/cyrillic-words.js';
import { latinWords } from './words/latin-words.js';
import { romanisedWords } from './words/romanised-words.js';

type Lists = Readonly<Record<string, string>>;

/** A common word, as it is written or without its accents. */
interface CommonWord {
  /** Places of the languages that have the word. */
  places: number[];
  share: number;
}

/** Evidence in nats for a word of one, two, three and more letters; a short one stands in more languages than listed. */
const weightByLength = [0, 1.2, 2, 2.7, 3.4];
/** Share of the weight for a word written without its accents, as in capitals and chats. */
const shareWithoutAccents = 0.6;

const indexed = (
  lists: readonly Lists[],
  languages: readonly string[],
  share: number,
  form: (word: string) => string,
): Map<string, CommonWord> => {
  const index = new Map<string, CommonWord>();
  for (const [language, words] of lists.flatMap((list) => Object.entries(list))) {
    const place = languages.indexOf(language);
    for (const word of new Set(words.toLowerCase().split(' ').map(form))) {
      const known = index.get(word) ?? { places: [], share };
      if (place >= 0) known.places.push(place);
      index.set(word, known);
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

/**
 * Adds to `nats`, by language, the evidence of the common words among these, in lower case, for each, times `weight`.
 */
export type AddWordEvidence = (words: readonly string[], weight: number, nats: Float64Array) => void;

/** Makes the word evidence of a script's languages, which have the same places as in `languages`. */
export const wordEvidenceIn = (script: Script, languages: readonly string[]): AddWordEvidence => {
  const ofScript = lists[script];
  if (ofScript === undefined) return () => undefined;
  const index = new Map([
    ...indexed(ofScript, languages, shareWithoutAccents, withoutAccents),
    ...indexed(ofScript, languages, 1, exactly),
  ]);
  return (words, weight, nats) => {
    for (const word of words) {
      let found = index.get(word);
      if (found?.share !== 1 && word.endsWith("'")) found = index.get(word.slice(0, -1));
      if (found === undefined) continue;
      const evidence = weight * found.share * (weightByLength[Math.min(word.length, 4)] ?? 0);
      for (const place of found.places) nats[place] = (nats[place] ?? 0) + evidence;
    }
  };
};
