/** ISO 15924 codes of the writing systems that are distinguished, with the name that Unicode properties give them. */
const scripts = {
  Latn: 'Latin',
  Cyrl: 'Cyrillic',
  Arab: 'Arabic',
  Deva: 'Devanagari',
  Hani: 'Han',
  Hira: 'Hiragana',
  Kana: 'Katakana',
  Hang: 'Hangul',
  Grek: 'Greek',
  Hebr: 'Hebrew',
  Thai: 'Thai',
  Geor: 'Georgian',
  Armn: 'Armenian',
  Beng: 'Bengali',
  Guru: 'Gurmukhi',
  Gujr: 'Gujarati',
  Orya: 'Oriya',
  Taml: 'Tamil',
  Telu: 'Telugu',
  Knda: 'Kannada',
  Mlym: 'Malayalam',
  Sinh: 'Sinhala',
  Laoo: 'Lao',
  Khmr: 'Khmer',
  Mymr: 'Myanmar',
  Tibt: 'Tibetan',
  Ethi: 'Ethiopic',
  Thaa: 'Thaana',
  Cans: 'Canadian_Aboriginal',
} as const;

export type LetterScript = keyof typeof scripts;

export const letterScripts = Object.keys(scripts) as LetterScript[];

const patterns = Object.values(scripts).map((property) => new RegExp(`\\p{Script=${property}}`, 'u'));

/**
 * Kinds of characters. The kinds from `letter` on are letters: first those of no script above, then those of each
 * script in its order.
 */
const other = 1;
/** A mark goes on a letter, or stands between two letters of a word. */
export const mark = 2;
export const letter = 3;

const classify = (codePoint: number): number => {
  const character = String.fromCodePoint(codePoint);
  if (/[\p{M}·]/u.test(character)) return mark;
  if (!/\p{L}/u.test(character)) return other;
  return letter + 1 + patterns.findIndex((pattern) => pattern.test(character));
};

/**
 * Kinds by code point; 0 until a character comes for the first time. The system gives memory to the pages in use alone.
 */
const kinds = new Uint8Array(0x11_0000);

export const kindOf = (codePoint: number): number => {
  const known = kinds[codePoint] ?? other;
  if (known !== 0) return known;
  const kind = classify(codePoint);
  kinds[codePoint] = kind;
  return kind;
};

export const isLetter = (codePoint: number): boolean => kindOf(codePoint) >= letter;

/** Counts the letters of a text. */
export const countLetters = (text: string): number => {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (isLetter(codePoint)) letters += 1;
    if (codePoint > 0xffff) index += 1;
  }
  return letters;
};
