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
  Latn: [[/[ĉĝĥĵŝŭ]/iu, ['eo']]],
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
  en: 6,
  es: 4,
  fr: 3,
  de: 3,
  ru: 4,
  pt: 3,
  it: 3,
  ar: 3,
  hi: 3,
  fa: 2,
  ur: 2,
  uk: 2,
  pl: 2,
  nl: 2,
  sv: 2,
};

/** Words that people try a translator with and that are too short for statistics. */
export const everydayWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    en: 'hello hi hey yes no thanks please sorry goodbye bye welcome cat dog house water',
    es: 'hola adiós gracias sí amigo perro gato agua buenas',
    fr: 'salut bonjour merci oui non chat chien maison',
    it: 'ciao grazie prego sì buongiorno gatto cane',
    de: 'hallo danke bitte ja nein hund katze wasser',
    pt: 'olá obrigado obrigada sim não',
    ca: 'adéu gràcies bon dia gos',
    nl: 'dag bedankt',
    sv: 'hej tack',
    pl: 'cześć dziękuję tak',
    cs: 'ahoj děkuji',
    fi: 'moi kiitos',
    hu: 'szia köszönöm',
    tr: 'merhaba teşekkürler evet',
    eo: 'saluton dankon',
    eu: 'kaixo',
  }).flatMap(([language, words]) => words.split(' ').map((word) => [word, language])),
);
