import { eld } from 'eld/small';
import { scriptNameOf } from '#libs/languages/language-names.js';
import { judgedPart, type Script, scriptOf } from './text-script.js';

export interface Detection {
  /** ISO 639-1; `und` for a text without letters. */
  language: string;
  /** 0 to 1; with those of the alternatives at most 1. */
  confidence: number;
  /** English name of the writing system of most letters. */
  script: string;
  /** At most 5, the likelier first. */
  alternatives: { language: string; confidence: number }[];
}

export interface LanguageDetector {
  detect(text: string): Detection;
}

/** Writing systems that one language of the detector has for itself: the script decides. */
const languageOfScript: Partial<Record<Script, string>> = {
  Grek: 'el',
  Beng: 'bn',
  Guru: 'pa',
  Gujr: 'gu',
  Orya: 'or',
  Taml: 'ta',
  Telu: 'te',
  Knda: 'kn',
  Mlym: 'ml',
  Thai: 'th',
  Laoo: 'lo',
  Ethi: 'am',
  Geor: 'ka',
  Armn: 'hy',
  Hang: 'ko',
  Hira: 'ja',
  Kana: 'ja',
  Hebr: 'he',
};

/** Languages written in the scripts that several share; a candidate of another script is none. */
const languagesOfScript: Partial<Record<Script, ReadonlySet<string>>> = {
  Cyrl: new Set(['be', 'bg', 'ru', 'sr', 'uk']),
  Arab: new Set(['ar', 'fa', 'ku', 'ur']),
  Deva: new Set(['hi', 'mr']),
  Hani: new Set(['ja', 'zh']),
};
const otherScripts = new Set(Object.values(languagesOfScript).flatMap((languages) => [...languages]));
for (const language of Object.values(languageOfScript)) otherScripts.add(language);
/** Written in Latin letters as well. */
for (const language of ['sr', 'ku']) otherScripts.delete(language);

/** The detector knows Norwegian as one; what is written nearly always is Bokmål. */
const codeOf = (language: string): string => (language === 'no' ? 'nb' : language);

const mostAlternatives = 5;
const surest = 0.999;

/**
 * Scores are similarities of n-grams, close to each other even when the answer is clear; raised to this
 * power, their shares behave like probabilities (two words: about 0.5 for the right one; a sentence: 0.9).
 */
const sharpness = 24;

const undetermined = (script: string): Detection => ({ language: 'und', confidence: 0, script, alternatives: [] });

const round = (share: number): number => Math.floor(share * 10_000) / 10_000;

const isPossible = (language: string, script: Script): boolean => {
  const languages = languagesOfScript[script];
  return languages === undefined ? !otherScripts.has(language) : languages.has(language);
};

const detectAmong = (text: string, script: Script): Detection => {
  const name = scriptNameOf(script);
  const scores = Object.entries(eld.detect(text).getScores())
    .filter(([language]) => isPossible(language, script))
    .map(([language, score]) => ({ language: codeOf(language), weight: Number(score) ** sharpness }))
    .sort((a, b) => b.weight - a.weight);
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  const [best, ...others] = scores.map(({ language, weight }) => ({ language, confidence: round(weight / total) }));
  if (best === undefined) return undetermined(name);
  const alternatives = others.filter(({ confidence }) => confidence > 0).slice(0, mostAlternatives);
  return { ...best, confidence: Math.min(best.confidence, surest), script: name, alternatives };
};

/** Tells languages apart by writing system first, then by n-grams (`eld`, 60 languages). */
export const createLanguageDetector = (): LanguageDetector => ({
  detect: (wholeText) => {
    const text = judgedPart(wholeText);
    const script = scriptOf(text);
    if (script === undefined) return undetermined(scriptNameOf('Zyyy'));
    // Japanese is mostly Chinese characters; one kana tells them apart.
    if (script === 'Hani' && /[\p{Script=Hira}\p{Script=Kana}]/u.test(text)) return sure('ja', 'Hira');
    const only = languageOfScript[script];
    return only === undefined ? detectAmong(text, script) : sure(only, script);
  },
});

const sure = (language: string, script: Script): Detection => ({
  language,
  confidence: surest,
  script: scriptNameOf(script),
  alternatives: [],
});
