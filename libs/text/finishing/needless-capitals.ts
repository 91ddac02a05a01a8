import { baseLanguage } from '#libs/text/languages/language-tag.js';

/** Languages that write no noun, weekday, month or language with a capital that is not a name. */
const languages: ReadonlySet<string> = new Set(['ca', 'es', 'fr', 'gl', 'it', 'oc', 'pt']);

/** Words that English never writes with a capital within a sentence. */
const smallWords = /^(?:A|An|And|As|At|But|By|For|From|In|Is|Of|On|Or|The|To|With)$/;

/** Whether a word needs no capital within a sentence of a language, unless it is a name. */
export const needsNoCapital = (word: string, target: string): boolean => {
  const language = baseLanguage(target);
  return languages.has(language) || (language === 'en' && smallWords.test(word));
};
