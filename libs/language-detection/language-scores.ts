import { eld } from 'eld/small';
import type { Script } from './script-histogram.js';
import { onlyLanguage, sharedBy } from './script-languages.js';
import { relatives, toldByWords } from './unmodelled-languages.js';

const ofOtherScripts: ReadonlySet<string> = new Set([
  ...Object.values(sharedBy).flat(),
  ...Object.values(onlyLanguage),
]);

const isPossible = (language: string, script: Script): boolean =>
  sharedBy[script]?.includes(language) ?? !ofOtherScripts.has(language);

/** Of a language of which eld says nothing. */
const silentScore = 0.55;

/** eld calls both written languages Norwegian. */
const namesOf = (language: string): readonly string[] => (language === 'no' ? ['nb', 'nn'] : [language]);

/**
 * How much a text looks like each language of its script, 0 to 1: eld's score, a relative's for those that eld does not
 * know, and for a language that only common words speak for a score that no language of eld's would be content with.
 */
export const languageScores = (
  text: string,
  script: Script,
  words: ReadonlyMap<string, number>,
): Map<string, number> => {
  const scores = new Map<string, number>();
  for (const [name, score] of Object.entries(eld.detect(text).getScores())) {
    for (const language of namesOf(name)) if (isPossible(language, script)) scores.set(language, score);
  }
  const add = (language: string, score: number): void => {
    if (score > (scores.get(language) ?? 0)) scores.set(language, score);
  };
  for (const [language, kin] of Object.entries(relatives)) {
    add(language, Math.max(...kin.map((relative) => scores.get(relative) ?? 0)));
  }
  // eld is silent of a language that shares no n-gram with the text; its words may still speak for it.
  for (const language of words.keys()) add(language, toldByWords[language] ?? silentScore);
  return scores;
};
