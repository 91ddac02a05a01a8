import type { Script } from './script-histogram.js';

/** Writing systems that only one of our languages is written in: nothing else needs to be looked at. */
export const onlyLanguage: Partial<Record<Script, string>> = {
  Hani: 'zh',
  Jpan: 'ja',
  Kore: 'ko',
  Hira: 'ja',
  Kana: 'ja',
  Hang: 'ko',
  Grek: 'el',
  Hebr: 'he',
  Thai: 'th',
  Geor: 'ka',
  Armn: 'hy',
  Beng: 'bn',
  Guru: 'pa',
  Gujr: 'gu',
  Orya: 'or',
  Taml: 'ta',
  Telu: 'te',
  Knda: 'kn',
  Mlym: 'ml',
  Sinh: 'si',
  Laoo: 'lo',
  Khmr: 'km',
  Mymr: 'my',
  Tibt: 'bo',
  Ethi: 'am',
  Thaa: 'dv',
  Cans: 'iu',
};

/** Languages of the scripts that several share, but for Latin, which has all the others. */
export const sharedBy: Partial<Record<Script, readonly string[]>> = {
  Cyrl: ['ru', 'uk', 'bg', 'sr', 'be', 'mk'],
  Arab: ['ar', 'fa', 'ur', 'ku'],
  Deva: ['hi', 'mr'],
};

/** Letters that only these languages of a shared script write. */
export const tellingLetters: Partial<Record<Script, readonly (readonly [RegExp, readonly string[]])[]>> = {
  Cyrl: [
    [/[їєґ]/iu, ['uk']],
    [/ъ(?![еёюя])/iu, ['bg']],
    [/ў/iu, ['be']],
    [/[ѓќѕ]/iu, ['mk']],
    [/[ђћ]/iu, ['sr']],
    [/[јљњџ]/iu, ['sr', 'mk']],
    [/[ыэё]/iu, ['ru', 'be']],
    [/і/iu, ['uk', 'be']],
    [/щ/iu, ['ru', 'uk', 'bg']],
  ],
  Arab: [
    [/[ٹڈڑںے]/u, ['ur']],
    [/[ۆێڵڕ]/u, ['ku']],
    [/[پچژگ]/u, ['fa', 'ur', 'ku']],
    [/[ةى]/u, ['ar']],
  ],
  Hani: [[/[円仮図変売実対帰広抜査桜楽気沢畑発竜働込駅黒峠]/u, ['ja']]],
};

/** Code of the models for a text in none of their languages. */
export const noLanguage = 'und';

/** Factor by which a language is likelier before its text is seen, 1 when not listed. */
const priors: Readonly<Record<string, number>> = {
  en: 2,
  es: 1.6,
  fr: 1.6,
  de: 1.6,
  ru: 1.6,
  it: 1.4,
  ar: 1.4,
  hi: 1.4,
  nl: 1.4,
  pt: 1.2,
  fa: 1.2,
  uk: 1.2,
  id: 1.2,
  an: 0.3,
  az: 0.7,
  bs: 0.7,
  mr: 0.7,
  sq: 0.7,
  cy: 0.5,
  ga: 0.5,
  ku: 0.5,
  tl: 0.5,
  und: 0.3,
  yo: 0.2,
};
/**
 * Prior of languages that are written in Latin letters for want of a keyboard, and of Serbian, of which half is in
 * Cyrillic.
 */
const romanisedPrior = 0.3;
const latinSerbianPrior = 0.5;
const ofOtherScripts: ReadonlySet<string> = new Set(
  [sharedBy.Cyrl ?? [], sharedBy.Deva ?? [], Object.values(onlyLanguage)].flat(),
);

/** Returns how much likelier a language is than others of the script before its text is seen. */
export const priorOf = (language: string, script: Script): number => {
  if (script !== 'Latn' || !ofOtherScripts.has(language)) return priors[language] ?? 1;
  return language === 'sr' ? latinSerbianPrior : romanisedPrior;
};
