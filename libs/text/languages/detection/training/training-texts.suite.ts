import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';
import type { Script } from '../script-histogram.js';
import { noLanguage, sharedBy } from '../script-languages.js';
import { withoutAccents, wordsOf } from '../text-words.js';
import { arabicWords } from '../words/arabic-words.js';
import { cyrillicWords } from '../words/cyrillic-words.js';
import { latinWords } from '../words/latin-words.js';
import { romanisedWords } from '../words/romanised-words.js';

/** Share of samples by the source of a text; `own` and `list` were written for this project. */
const shares: Readonly<Record<string, number>> = { sentences: 0.5, own: 0.7, interface: 0.25, names: 0.12, list: 0.15 };
/** Lines of a source below which it is sampled less often. */
const enoughLines = 3_000;

interface Source {
  kind: string;
  share: number;
  lines: string[][];
}

export interface TrainingLanguage {
  language: string;
  sources: Source[];
}

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => wordsOf(line.normalize('NFC').toLowerCase().replaceAll('i̇', 'i')))
    .filter((words) => words.length > 0);

/** Tells the script from the name of a file: `sr.own.txt` is Cyrillic, `sr-Latn.own.txt` Latin. */
const scriptOf = (name: string): Script => {
  const [, script] = name.split('-');
  if (script !== undefined) return script as Script;
  const shared = Object.entries(sharedBy).find(([, languages]) => languages.includes(name));
  return shared === undefined ? 'Latn' : (shared[0] as Script);
};

const lists: Partial<Record<Script, readonly Readonly<Record<string, string>>[]>> = {
  Latn: [latinWords, romanisedWords],
  Cyrl: [cyrillicWords],
  Arab: [arabicWords],
};

/**
 * Reads the texts of the folder, files named `<language>.<kind>.txt`, and the word lists of the languages that have
 * texts.
 */
export const trainingLanguages = (folder: string): Partial<Record<Script, TrainingLanguage[]>> => {
  const own = join(projectRoot, 'libs/text/languages/detection/training/texts');
  const languages = new Map<string, TrainingLanguage & { script: Script }>();
  for (const from of [folder, own]) {
    for (const file of readdirSync(from).sort()) {
      const [name = '', kind = ''] = file.split('.');
      if (shares[kind] === undefined) continue;
      const script = scriptOf(name);
      const [language = ''] = name.split('-');
      const entry = languages.get(name) ?? { language, script, sources: [] };
      const lines = linesOf(readFileSync(join(from, file), 'utf8'));
      const share = shares[kind] * (kind === 'own' ? 1 : Math.min(1, Math.sqrt(lines.length / enoughLines)));
      entry.sources.push({ kind, share, lines });
      languages.set(name, entry);
    }
  }
  for (const { language, script, sources } of languages.values()) {
    const words = lists[script]?.flatMap((list) => list[language] ?? []).join(' ') ?? '';
    if (words !== '') sources.push({ kind: 'list', share: shares.list ?? 0, lines: linesOf(words) });
  }
  return Object.groupBy(languages.values(), ({ script }) => script);
};

/** Generates numbers of 0 to 1, the same ones for the same seed. */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const sampleLength = (line: readonly string[], random: () => number): number => {
  const chance = random();
  if (chance < 0.25) return line.length;
  return chance < 0.8 ? 1 + Math.floor(random() * 5) : 5 + Math.floor(random() * 12);
};

/** Draws one to forty words of a language; one in twelve samples is without its accents. */
export const sampleOf = ({ language, sources }: TrainingLanguage, random: () => number): string[] => {
  let rest = random() * sources.reduce((sum, { share }) => sum + share, 0);
  const source = sources.find(({ share }) => {
    rest -= share;
    return rest < 0;
  });
  const { kind, lines } = source ?? { kind: 'own', lines: [] };
  const line = lines[Math.floor(random() * lines.length)] ?? [];
  const words =
    kind === 'list'
      ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => line[Math.floor(random() * line.length)] ?? '')
      : stretchOf(line, sampleLength(line, random), random);
  // The class of no language is made of texts of languages that we do not name, and nonsense.
  if (language === noLanguage && random() < 0.7) return words.slice(0, 5).map((word) => shuffled(word, random));
  return random() < 1 / 12 ? words.map(withoutAccents) : words;
};

const shuffled = (word: string, random: () => number): string =>
  [...word]
    .map((letter) => [random(), letter] as const)
    .sort(([a], [b]) => a - b)
    .map(([, letter]) => letter)
    .join('');

const stretchOf = (line: readonly string[], length: number, random: () => number): string[] => {
  const start = Math.floor(random() * Math.max(1, line.length - length + 1));
  return line.slice(start, start + Math.min(length, 40));
};
