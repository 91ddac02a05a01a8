import type { Script } from './script-histogram.js';

/** Writing systems that one language of those we name is written in: no more need be looked at. */
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

/** Languages of the scripts that several share, Latin apart, which has all the others. */
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
  Latn: [
    [/[ĉĝĥĵŝŭ]/iu, ['eo']],
    [/[þð]/iu, ['is']],
  ],
  Hani: [[/[円仮図変売実対帰広抜査桜楽気沢畑発竜働込駅黒峠]/u, ['ja']]],
};

/**
 * Letters that a language has and its neighbours have not, and the share of all letters that they make up: the longer
 * a text does without, the less likely it is in that language. n-grams alone hardly tell Cyrillic scripts apart.
 */
export const expectedLetters: Readonly<Record<string, readonly [RegExp, number]>> = {
  ru: [/[ыэё]/iu, 0.025],
  uk: [/[іїєґ]/iu, 0.07],
  be: [/[іўыэ]/iu, 0.12],
  bg: [/ъ/iu, 0.015],
  sr: [/[јљњђћџ]/iu, 0.05],
  mk: [/[јљњѓќѕџ]/iu, 0.03],
};

/**
 * How much likelier a language is before its text is seen, 1 when not listed. Decides between neighbours when
 * a text is too short to tell them apart (`Здравствуйте, как дела?` scores 0.824 as Bulgarian, 0.819 as Russian).
 */
export const priors: Readonly<Record<string, number>> = {
  en: 4,
  es: 2.5,
  fr: 2.5,
  de: 2.5,
  ru: 2.5,
  pt: 1.5,
  it: 2,
  ar: 2,
  hi: 2,
  fa: 1.5,
  uk: 1.5,
  nl: 2,
  nb: 1.3,
  da: 1.3,
  id: 1.3,
  an: 0.5,
  af: 0.5,
  az: 0.5,
  bs: 0.6,
  sr: 0.8,
  mk: 0.8,
  br: 0.5,
  eo: 0.5,
  sq: 0.5,
  tl: 0.3,
  yo: 0.2,
};
