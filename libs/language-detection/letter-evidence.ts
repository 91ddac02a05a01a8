import { alphabets } from './alphabets.js';
import { jatEvidence } from './jat-reflex.js';
import type { Script } from './script-histogram.js';
import { tellingLetters } from './script-languages.js';

/** Nats against a language for each letter that it does not write, and for one that only others of its script write. */
const foreignLetterWeight = 1.5;
const tellingLetterWeight = 4;
const mostForeignLetters = 4;

const alphabetSets = Object.entries(alphabets).map(([language, letters]) => [language, new Set(letters)] as const);

/** Nats, none positive, that letters of a text in lower case speak for each of these languages of its script. */
export const letterEvidence = (text: string, script: Script, languages: Iterable<string>): Map<string, number> => {
  const evidence = new Map<string, number>();
  const subtract = (language: string, nats: number): void => {
    evidence.set(language, (evidence.get(language) ?? 0) - nats);
  };
  for (const [letters, writers] of tellingLetters[script] ?? []) {
    if (!letters.test(text)) continue;
    for (const language of languages) if (!writers.includes(language)) subtract(language, tellingLetterWeight);
  }
  if (script === 'Latn') {
    subtract('sr', -jatEvidence(text));
    const accented = new Set(text.match(/[^\P{L}a-z]/gu));
    for (const [language, alphabet] of accented.size === 0 ? [] : alphabetSets) {
      const foreign = accented.difference(alphabet).size;
      if (foreign > 0) subtract(language, Math.min(foreign, mostForeignLetters) * foreignLetterWeight);
    }
  }
  return evidence;
};
