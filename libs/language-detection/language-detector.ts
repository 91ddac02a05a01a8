import { scriptNameOf } from '#libs/languages/language-names.js';
import { letterEvidence } from './letter-evidence.js';
import { type LanguageModels, loadLanguageModels, modelEvidence } from './linear-model.js';
import { dominantScript, type Script } from './script-histogram.js';
import { noLanguage, onlyLanguage, priorOf, tellingLetters } from './script-languages.js';
import { wordsOf } from './text-words.js';
import { wordEvidence } from './word-evidence.js';

export interface LanguageCandidate {
  /** ISO 639-1. */
  language: string;
  /** 0 to 1. */
  confidence: number;
}

export interface Detection extends LanguageCandidate {
  /** ISO 639-1, or `und` for a text without letters or in a script of which no language is known. */
  language: string;
  /** English name of the writing system, as ISO 15924 tells them apart: `Latin`. */
  script: string;
  /** At most 5 others, likeliest first; with `confidence` they sum to at most 1. */
  alternatives: LanguageCandidate[];
}

export interface LanguageDetector {
  detect(text: string): Detection;
}

/** UTF-16 units looked at. */
const longestSample = 1_000;
const mostAlternatives = 5;
const mostConfidence = 0.995;
const leastConfidence = 0.01;
/** Of the evidence of common words, which the models have seen too. */
const wordWeight = 0.6;
/** Fitted on the odd lines of the test set. */
const temperature = 0.9;

/**
 * Neither URLs, addresses and handles nor placeholders are in any language. What stands before an @ is bounded: else
 * a text of one word of 10,000 letters would take 80 to 600 ms.
 */
const foreignMatter =
  /\b(?:https?:\/\/|www\.)\S+|\S{1,64}@[^\s@]{1,255}|(?<!\S)[@#][\w-]+|\$?\{\{?[^{}]*\}\}?|%(?:\d\$)?[sdif]\b|<[^<>]{1,80}>/giu;

const rounded = (confidence: number): number => Math.floor(confidence * 10_000) / 10_000;

/** Candidates by what the model of the script, the text's common words and its letters say together; likeliest first. */
const candidatesOf = (models: LanguageModels, text: string, script: Script, share: number): LanguageCandidate[] => {
  const words = wordsOf(text);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const common = wordEvidence(words, script);
  const model = modelEvidence(models, script, words);
  const foreign = letterEvidence(text, script, [...model.keys()]);
  const nats = [...model].map(
    ([language, evidence]) =>
      [
        language,
        evidence +
          Math.log(priorOf(language, script)) +
          wordWeight * (common.get(language) ?? 0) +
          (foreign.get(language) ?? 0),
      ] as const,
  );
  const most = Math.max(...nats.map(([, value]) => value));
  const weights = nats.map(([language, value]) => [language, Math.exp((value - most) / temperature)] as const);
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  // A short text is in a language that we do not know more often than a long one, and a mixed one only partly in any.
  const certainty = mostConfidence * (1 - Math.exp(-letters / 3)) * share;
  return weights
    .filter(([language]) => language !== noLanguage)
    .map(([language, weight]) => ({ language, confidence: rounded((weight / sum) * certainty) }))
    .sort((a, b) => b.confidence - a.confidence);
};

/** Han without kana is Chinese, unless a character is of Japan alone; a few characters may be a Japanese name or title. */
const ofHan = (text: string): LanguageCandidate[] => {
  const isJapanese = tellingLetters.Hani?.some(([letters]) => letters.test(text)) ?? false;
  const [first, second] = isJapanese ? ['ja', 'zh'] : ['zh', 'ja'];
  const doubt = 0.3 * Math.exp(-(text.match(/\p{L}/gu)?.length ?? 0) / 4);
  return [
    { language: first, confidence: rounded(mostConfidence - doubt) },
    { language: second, confidence: rounded(doubt) },
  ];
};

const detect = (models: LanguageModels, text: string): Detection => {
  const sample = text
    .slice(0, 10 * longestSample)
    .normalize('NFC')
    .replaceAll(foreignMatter, ' ');
  const { script, share } = dominantScript(sample);
  if (script === undefined) {
    return { language: 'und', confidence: 0, script: scriptNameOf('Zyyy'), alternatives: [] };
  }
  const words = sample
    .replace(/^[^\p{L}]+/u, '')
    .slice(0, longestSample)
    .toLowerCase()
    // Turkish İ becomes i and a combining dot.
    .replaceAll('i̇', 'i');
  const only = onlyLanguage[script];
  const candidates =
    script === 'Hani'
      ? ofHan(words)
      : only === undefined
        ? candidatesOf(models, words, script, share)
        : [{ language: only, confidence: rounded(mostConfidence * share) }];
  const [best, ...others] = candidates;
  if (best === undefined) return { language: 'und', confidence: 0, script: scriptNameOf(script), alternatives: [] };
  return {
    ...best,
    script: scriptNameOf(script),
    alternatives: others.filter(({ confidence }) => confidence >= leastConfidence).slice(0, mostAlternatives),
  };
};

/** Tells the language of texts from their script, n-grams, words and letters. Decodes its models, which takes some 20 ms. */
export const createLanguageDetector = (): LanguageDetector => {
  const models = loadLanguageModels();
  return { detect: (text) => detect(models, text) };
};
