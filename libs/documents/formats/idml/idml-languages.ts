/** Languages of InDesign by their tags; the first for a language is the one that is meant where no region is named. */
const names = new Map(
  Object.entries({
    ar: 'Arabic',
    bg: 'Bulgarian',
    ca: 'Catalan',
    cs: 'Czech',
    da: 'Danish',
    de: 'German: 2006 Reform',
    'de-ch': 'German: Swiss 2006 Reform',
    'de-at': 'German: Austrian 2006 Reform',
    el: 'Greek',
    en: 'English: USA',
    'en-gb': 'English: UK',
    'en-ca': 'English: Canadian',
    es: 'Spanish: Castilian',
    et: 'Estonian',
    fi: 'Finnish',
    fr: 'French',
    'fr-ca': 'French: Canadian',
    he: 'Hebrew',
    hr: 'Croatian',
    hu: 'Hungarian',
    it: 'Italian',
    ja: 'Japanese',
    ko: 'Korean',
    lt: 'Lithuanian',
    lv: 'Latvian',
    nb: 'Norwegian: Bokmal',
    nn: 'Norwegian: Nynorsk',
    no: 'Norwegian: Bokmal',
    nl: 'Dutch',
    pl: 'Polish',
    pt: 'Portuguese',
    'pt-br': 'Portuguese: Brazilian',
    ro: 'Romanian',
    ru: 'Russian',
    sk: 'Slovak',
    sl: 'Slovenian',
    sv: 'Swedish',
    tr: 'Turkish',
    uk: 'Ukrainian',
    zh: 'Simplified Chinese',
    'zh-tw': 'Traditional Chinese',
    'zh-hant': 'Traditional Chinese',
  }),
);

const prefix = '$ID/';
/** The first word of a name says the language, less what stands in front of it. */
const stem = (name: string): string => (name.split(':')[0] ?? '').trim();
const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** The `AppliedLanguage` of a translation instead of this one, undefined where it stays. */
export const translatedLanguage = (applied: string, source: string, target: string): string | undefined => {
  const ofSource = names.get(languageOf(source));
  const ofTarget = names.get(target.toLowerCase().replace('_', '-')) ?? names.get(languageOf(target));
  if (ofSource === undefined || ofTarget === undefined || !applied.startsWith(prefix)) return undefined;
  const name = applied.slice(prefix.length);
  return stem(name) === stem(ofSource) ? prefix + ofTarget : undefined;
};
