import { scriptNameOf } from '#libs/text/languages/language-names.js';
import { countLetters } from './character-kinds.js';
import { letterEvidenceIn } from './letter-evidence.js';
import { type LinearModel, loadLanguageModels } from './linear-model.js';
import { dominantScript, type Script } from './script-histogram.js';
import { noLanguage, onlyLanguage, priorOf, tellingLetters } from './script-languages.js';
import { wordsOf } from './text-words.js';
import { wordEvidenceIn } from './word-evidence.js';

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
  /** At most 5 other languages, likeliest first; their confidences and `confidence` sum to at most 1. */
  alternatives: LanguageCandidate[];
}

export interface LanguageDetector {
  detect(text: string): Detection;
}

/** UTF-16 units of a text that are looked at. */
const maxSampleLength = 1_000;
const maxAlternatives = 5;
const maxConfidence = 0.995;
const minConfidence = 0.01;
/** Weight of the evidence of common words, which the models have seen too. */
const wordWeight = 0.6;
/** Temperature of the softmax, fitted on the odd lines of the test set. */
const temperature = 0.9;

/**
 * URLs, addresses, handles and placeholders, which are in no language. The part before an @ is bounded: else a text of
 * one word of 10,000 letters would take 80 to 600 ms.
 */
const foreignMatter =
  /\b(?:https?:\/\/|www\.)\S+|\S{1,64}@[^\s@]{1,255}|(?<!\S)[@#][\w-]+|\$?\{\{?[^{}]*\}\}?|%(?:\d\$)?[sdif]\b|<[^<>]{1,80}>/giu;

/** A sign that all foreign matter contains; the search itself is slow, and few texts have any. */
const signOfForeignMatter = /[@#{%<]|:\/\/|www\./i;

const rounded = (confidence: number): number => Math.floor(confidence * 10_000) / 10_000;

/** Ranks candidates by the model of a script, a text's common words and its letters together; likeliest first. */
type CandidatesOf = (text: string, share: number) => LanguageCandidate[];

const byConfidence = (a: LanguageCandidate, b: LanguageCandidate): number => b.confidence - a.confidence;

/** Turns nats into weights, of which the largest is 1, in place, and returns their sum. */
const toWeights = (nats: Float64Array): number => {
  let max = Number.NEGATIVE_INFINITY;
  for (const value of nats) if (value > max) max = value;
  let sum = 0;
  for (let place = 0; place < nats.length; place += 1) {
    const weight = Math.exp(((nats[place] ?? 0) - max) / temperature);
    nats[place] = weight;
    sum += weight;
  }
  return sum;
};

const candidatesIn = (script: Script, { languages, evidenceOf }: LinearModel): CandidatesOf => {
  const priors = Float64Array.from(languages, (language) => Math.log(priorOf(language, script)));
  const addWordEvidence = wordEvidenceIn(script, languages);
  const subtractLetterEvidence = letterEvidenceIn(script, languages);
  return (text, share) => {
    const words = wordsOf(text);
    const nats = evidenceOf(words);
    for (let place = 0; place < nats.length; place += 1) nats[place] = (nats[place] ?? 0) + (priors[place] ?? 0);
    addWordEvidence(words, wordWeight, nats);
    subtractLetterEvidence(text, nats);
    const sum = toWeights(nats);
    // Short texts are in a language that we do not know more often than long ones; mixed ones are only partly in any.
    const certainty = maxConfidence * (1 - Math.exp(-countLetters(text) / 3)) * share;
    const likely: LanguageCandidate[] = [];
    let best: LanguageCandidate = { language: noLanguage, confidence: -1 };
    for (let place = 0; place < nats.length; place += 1) {
      const language = languages[place] ?? noLanguage;
      if (language === noLanguage) continue;
      const confidence = rounded(((nats[place] ?? 0) / sum) * certainty);
      if (confidence >= minConfidence) likely.push({ language, confidence });
      else if (confidence > best.confidence) best = { language, confidence };
    }
    return likely.length === 0 ? [best] : likely.sort(byConfidence);
  };
};

/**
 * Treats Han without kana as Chinese, unless a character is Japanese alone; a few characters may be a Japanese name or
 * title.
 */
const ofHan = (text: string): LanguageCandidate[] => {
  const isJapanese = tellingLetters.Hani?.some(([letters]) => letters.test(text)) ?? false;
  const [first, second] = isJapanese ? ['ja', 'zh'] : ['zh', 'ja'];
  const doubt = 0.3 * Math.exp(-countLetters(text) / 4);
  return [
    { language: first, confidence: rounded(maxConfidence - doubt) },
    { language: second, confidence: rounded(doubt) },
  ];
};

type CandidatesByScript = Partial<Record<Script, CandidatesOf>>;

const candidatesOf = (byScript: CandidatesByScript, text: string, script: Script, share: number) => {
  if (script === 'Hani') return ofHan(text);
  const only = onlyLanguage[script];
  if (only !== undefined) return [{ language: only, confidence: rounded(maxConfidence * share) }];
  return byScript[script]?.(text, share) ?? [];
};

const detect = (byScript: CandidatesByScript, text: string): Detection => {
  const start = text.slice(0, 10 * maxSampleLength).normalize('NFC');
  const sample = signOfForeignMatter.test(start) ? start.replaceAll(foreignMatter, ' ') : start;
  const { script, share, start: firstLetter } = dominantScript(sample);
  if (script === undefined) {
    return { language: 'und', confidence: 0, script: scriptNameOf('Zyyy'), alternatives: [] };
  }
  const words = sample
    .slice(firstLetter, firstLetter + maxSampleLength)
    .toLowerCase()
    // Turkish İ becomes i and a combining dot.
    .replaceAll('i̇', 'i');
  const [best, ...others] = candidatesOf(byScript, words, script, share);
  if (best === undefined) return { language: 'und', confidence: 0, script: scriptNameOf(script), alternatives: [] };
  return {
    ...best,
    script: scriptNameOf(script),
    alternatives: others.filter(({ confidence }) => confidence >= minConfidence).slice(0, maxAlternatives),
  };
};

/**
 * Creates a detector that tells the language of texts from their script, n-grams, words and letters. It reads its
 * models, which takes some 10 ms.
 */
export const createLanguageDetector = (): LanguageDetector => {
  const models = Object.entries(loadLanguageModels()) as [Script, LinearModel][];
  const byScript: CandidatesByScript = Object.fromEntries(
    models.map(([script, model]) => [script, candidatesIn(script, model)]),
  );
  return { detect: (text) => detect(byScript, text) };
};
