/** ISO 15924 codes of the writing systems told apart, with the name that Unicode properties give them. */
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

export type Script = keyof typeof scripts | 'Jpan' | 'Kore';

const letters = Object.entries(scripts).map(
  ([code, property]) => [code as keyof typeof scripts, new RegExp(`(?=\\p{L})\\p{Script=${property}}`, 'gu')] as const,
);

/** Kana among Han is Japanese even where it is rare: a Chinese text has none. */
const leastKana = 0.05;
const leastHangul = 0.2;

/** The writing system of most letters; undefined when there is no letter of a known one. */
export const dominantScript = (text: string): Script | undefined => {
  const counts = new Map(letters.map(([code, pattern]) => [code, text.match(pattern)?.length ?? 0]));
  const of = (...codes: (keyof typeof scripts)[]): number =>
    codes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
  const eastAsian = of('Hani', 'Hira', 'Kana', 'Hang');
  const [most] = [...counts]
    .filter(([code]) => !['Hani', 'Hira', 'Kana', 'Hang'].includes(code))
    .sort((a, b) => b[1] - a[1]);
  if (eastAsian > (most?.[1] ?? 0)) {
    if (of('Hira', 'Kana') >= leastKana * eastAsian && of('Hira', 'Kana') > of('Hang')) return 'Jpan';
    return of('Hang') >= leastHangul * eastAsian ? 'Kore' : 'Hani';
  }
  return most === undefined || most[1] === 0 ? undefined : most[0];
};
