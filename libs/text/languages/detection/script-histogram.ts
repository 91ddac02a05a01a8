import { kindOf, type LetterScript, letter, letterScripts } from './character-kinds.js';

export type Script = LetterScript | 'Jpan' | 'Kore';

/** Share of kana that makes Han Japanese, even where it is rare: a Chinese text has none. */
const minKana = 0.05;
const minHangul = 0.2;

const placeOf = (script: LetterScript): number => letterScripts.indexOf(script);
const han = placeOf('Hani');
const hiragana = placeOf('Hira');
const katakana = placeOf('Kana');
const hangul = placeOf('Hang');

const eastAsianScript = (kana: number, ofHangul: number, total: number): Script => {
  if (kana >= minKana * total && kana > ofHangul) return 'Jpan';
  return ofHangul >= minHangul * total ? 'Kore' : 'Hani';
};

export interface DominantScript {
  /** Undefined when there is no letter of a known writing system. */
  script: Script | undefined;
  /** Share of the script in all letters, 0 to 1. */
  share: number;
  /** Place of the first letter, of whichever script; the length of the text where there is none. */
  start: number;
}

/** Counts of the current text, reused: a new array for each text is a twentieth of the garbage of a request. */
const counts = new Uint16Array(letterScripts.length);

/** Finds the writing system of most letters. */
export const dominantScript = (text: string): DominantScript => {
  counts.fill(0);
  let total = 0;
  let start = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const codePoint = text.codePointAt(index) ?? 0;
    const kind = kindOf(codePoint);
    if (kind >= letter) {
      if (total === 0) start = index;
      total += 1;
      const place = kind - letter - 1;
      if (place >= 0) counts[place] = (counts[place] ?? 0) + 1;
    }
    if (codePoint > 0xffff) index += 1;
  }
  const kana = (counts[hiragana] ?? 0) + (counts[katakana] ?? 0);
  const ofHangul = counts[hangul] ?? 0;
  const together = (counts[han] ?? 0) + kana + ofHangul;
  counts.fill(0, han, hangul + 1); // neighbours in the list, and counted together
  let most = 0;
  for (let place = 0; place < counts.length; place += 1) if ((counts[place] ?? 0) > (counts[most] ?? 0)) most = place;
  const found = counts[most] ?? 0;
  if (together > found) return { script: eastAsianScript(kana, ofHangul, together), share: together / total, start };
  return { script: found === 0 ? undefined : letterScripts[most], share: total === 0 ? 0 : found / total, start };
};
