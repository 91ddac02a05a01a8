/** Codes of tesseract's language data by ISO 639-1; its packages in Debian are named by them. */
const codes: Readonly<Record<string, string>> = {
  af: 'afr',
  ar: 'ara',
  be: 'bel',
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lav',
  mk: 'mkd',
  ms: 'msa',
  mt: 'mlt',
  nb: 'nor',
  nl: 'nld',
  nn: 'nor',
  no: 'nor',
  oc: 'oci',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sq: 'sqi',
  sr: 'srp',
  sv: 'swe',
  sw: 'swa',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
};

/** The code of the data for a language; undefined where there is none. */
export const ocrCodeOf = (language: string): string | undefined => {
  const [primary = '', ...rest] = language.toLowerCase().split(/[-_]/);
  if (primary === 'zh') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'chi_tra' : 'chi_sim';
  return codes[primary];
};

/** Languages that are looked for at the same time, at most: each makes it slower. */
const maxAtOnce = 4;

/** Languages to look for in a scan whose language is not given: English first. */
export const anyOf = (installed: readonly string[]): string[] =>
  ['eng', ...installed.filter((code) => code !== 'eng')].filter((code) => installed.includes(code)).slice(0, maxAtOnce);
