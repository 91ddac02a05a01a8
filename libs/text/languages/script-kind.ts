/** Office programs choose the font and the language of text by three kinds of script. */
export type ScriptKind = 'western' | 'eastAsian' | 'complex';

const eastAsian = new Set(['zh', 'ja', 'ko', 'yue']);
const complexScripts = new Set(
  'Adlm Arab Beng Deva Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Nkoo Orya Rohg Sinh Syrc Taml Telu Thaa Thai Tibt'.split(
    ' ',
  ),
);

/** The usual script of a language, by its tag: `Latn`, `Arab`, `Hans`; undefined where the tag is none. */
export const scriptOf = (tag: string): string | undefined => {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
};

/** The kind of script that a language is written in. */
export const scriptKind = (locale: Intl.Locale): ScriptKind => {
  if (eastAsian.has(locale.language)) return 'eastAsian';
  return complexScripts.has(locale.maximize().script ?? '') ? 'complex' : 'western';
};
