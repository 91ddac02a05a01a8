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

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const eastAsian: ReadonlySet<string> = new Set(['Hani', 'Hira', 'Kana', 'Hang']);

const eastAsianScript = (counts: ReadonlyMap<string, number>, total: number): Script => {
  const kana = (counts.get('Hira') ?? 0) + (counts.get('Kana') ?? 0);
  const hangul = counts.get('Hang') ?? 0;
  if (kana >= leastKana * total && kana > hangul) return 'Jpan';
  return hangul >= leastHangul * total ? 'Kore' : 'Hani';
};

export interface DominantScript {
  /** Undefined when there is no letter of a known writing system. */
  script: Script | undefined;
  /** Its share of all letters, 0 to 1. */
  share: number;
}

/** The writing system of most letters. */
export const dominantScript = (text: string): DominantScript => {
  const total = count(text, /\p{L}/gu);
  const counts = new Map<string, number>();
  let most: [Script | undefined, number] = [undefined, 0];
  for (const [code, pattern] of letters) {
    const found = count(text, pattern);
    counts.set(code, found);
    if (eastAsian.has(code)) continue;
    if (found > most[1]) most = [code, found];
    // Most texts are in one script, and Latin is looked for first.
    if (found > total / 2) break;
  }
  const [script, found] = most;
  const together = [...eastAsian].reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
  return together > found
    ? { script: eastAsianScript(counts, together), share: together / total }
    : { script, share: total === 0 ? 0 : found / total };
};
