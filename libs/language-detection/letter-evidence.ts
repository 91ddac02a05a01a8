import type { Script } from './script-histogram.js';
import { expectedLetters } from './script-languages.js';
import { alphabets, tellingForms } from './telling-forms.js';

/** Nats for each match of a telling form, and against a language for each letter that it does not write. */
const formWeight = 1;
const mostMatches = 6;
const foreignLetterWeight = 2.5;
const mostForeignLetters = 4;

type Forms = readonly (readonly [RegExp, readonly string[]])[];
const formsOf: Partial<Record<Script, Forms>> = Object.fromEntries(
  Object.entries(tellingForms).map(([script, forms]) => [
    script,
    forms.map(([pattern, languages]) => [pattern, languages.split(' ')] as const),
  ]),
);
const alphabetSets = Object.entries(alphabets).map(([language, letters]) => [language, new Set(letters)] as const);

/** Nats that spellings and letters of a text speak for each language, negative against it. The text is in lower case. */
export const letterEvidence = (text: string, letterCount: number, script: Script): Map<string, number> => {
  const evidence = new Map<string, number>();
  const add = (language: string, nats: number): void => {
    evidence.set(language, (evidence.get(language) ?? 0) + nats);
  };
  for (const [pattern, languages] of formsOf[script] ?? []) {
    const matches = Math.min(text.match(pattern)?.length ?? 0, mostMatches);
    if (matches > 0) for (const language of languages) add(language, matches * formWeight);
  }
  if (script === 'Latn') {
    const accented = new Set(text.match(/[^\P{L}a-z]/gu));
    for (const [language, alphabet] of accented.size === 0 ? [] : alphabetSets) {
      const foreign = accented.difference(alphabet).size;
      if (foreign > 0) add(language, -Math.min(foreign, mostForeignLetters) * foreignLetterWeight);
    }
    return evidence;
  }
  for (const [language, [pattern, share]] of Object.entries(expectedLetters)) {
    if (!pattern.test(text)) add(language, letterCount * Math.log(1 - share));
  }
  return evidence;
};
