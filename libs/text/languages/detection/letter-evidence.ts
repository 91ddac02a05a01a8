import { alphabets } from './alphabets.js';
import { isLetter } from './character-kinds.js';
import { jatEvidence } from './jat-reflex.js';
import type { Script } from './script-histogram.js';
import { tellingLetters } from './script-languages.js';

/** Nats against a language for each letter that it does not write, and for one that only others of its script write. */
const foreignLetterWeight = 1.5;
const tellingLetterWeight = 4;
const maxForeignLetters = 4;

const lastOfAscii = 0x7f;

/** Collects the letters of a text in lower case beyond a to z, each once. */
const accentedLetters = (text: string): Set<string> => {
  const letters = new Set<string>();
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > lastOfAscii && isLetter(codePoint)) letters.add(String.fromCodePoint(codePoint));
    if (codePoint > 0xffff) index += 1;
  }
  return letters;
};

/** Subtracts from `nats`, by language, the evidence of a text's letters, in lower case, against each. */
export type SubtractLetterEvidence = (text: string, nats: Float64Array) => void;

const inLatin = (languages: readonly string[]): SubtractLetterEvidence => {
  const serbian = languages.indexOf('sr');
  const writers = languages.flatMap((language, place) => {
    const letters = alphabets[language];
    return letters === undefined ? [] : [{ place, alphabet: new Set(letters) }];
  });
  return (text, nats) => {
    nats[serbian] = (nats[serbian] ?? 0) + jatEvidence(text);
    const accented = accentedLetters(text);
    if (accented.size === 0) return;
    for (const { place, alphabet } of writers) {
      let foreign = 0;
      for (const letter of accented) if (!alphabet.has(letter)) foreign += 1;
      nats[place] = (nats[place] ?? 0) - Math.min(foreign, maxForeignLetters) * foreignLetterWeight;
    }
  };
};

const byTellingLetters = (script: Script, languages: readonly string[]): SubtractLetterEvidence => {
  const rules = (tellingLetters[script] ?? []).map(([letters, writers]) => ({
    letters,
    others: [...languages.keys()].filter((place) => !writers.includes(languages[place] ?? '')),
  }));
  return (text, nats) => {
    for (const { letters, others } of rules) {
      if (!letters.test(text)) continue;
      for (const place of others) nats[place] = (nats[place] ?? 0) - tellingLetterWeight;
    }
  };
};

/** Makes the letter evidence of a script's languages, which have the same places as in `languages`. */
export const letterEvidenceIn = (script: Script, languages: readonly string[]): SubtractLetterEvidence =>
  script === 'Latn' ? inLatin(languages) : byTellingLetters(script, languages);
