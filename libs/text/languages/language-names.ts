const englishLanguages = new Intl.DisplayNames('en', { type: 'language' });
const englishScripts = new Intl.DisplayNames('en', { type: 'script' });

/** Intl gives the names that follow a language (`Chinese, Simplified`); these stand alone. */
const standAloneScripts: Readonly<Record<string, string>> = { Hans: 'Simplified Han', Hant: 'Traditional Han' };

/* Intl takes 2 µs a name: those of engines and detectors are kept. */

/** The engine offers Aragonese, of which Node's ICU has no data; this is its name in CLDR's own list. */
const byOwnLanguage = new Map([['an', 'aragonés']]);

const byEnglish = new Map([['und', 'Unknown language']]);

/** English name in CLDR: `Spanish`. `und` is `Unknown language`; a code without a name is its own name. */
export const englishName = (code: string): string => {
  const known = byEnglish.get(code);
  if (known !== undefined) return known;
  const name = englishLanguages.of(code) ?? code;
  byEnglish.set(code, name);
  return name;
};

/** Name in the language itself: `español`. It is the English one where CLDR has none. */
export const nativeName = (code: string): string => {
  const known = byOwnLanguage.get(code);
  if (known !== undefined) return known;
  const isInCldr = Intl.DisplayNames.supportedLocalesOf(code).length > 0;
  const name = isInCldr ? (new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code) : englishName(code);
  byOwnLanguage.set(code, name);
  return name;
};

const byScript = new Map(Object.entries(standAloneScripts));

/** English name of the writing system with an ISO 15924 code: `Latin`, `Simplified Han`. */
export const scriptNameOf = (script: string): string => {
  const known = byScript.get(script);
  if (known !== undefined) return known;
  const name = englishScripts.of(script) ?? script;
  byScript.set(script, name);
  return name;
};

/** English name of the writing system that a language is most often written in: `Latin`. */
export const scriptName = (code: string): string => scriptNameOf(new Intl.Locale(code).maximize().script ?? 'Zyyy');
