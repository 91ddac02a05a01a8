import { choosePair, type PairSource } from '#libs/application/languages/language-choice.js';
import type { LanguagePair } from '#libs/ports/inference/inference.port.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { likelyLanguages } from '#libs/text/languages/detection/likely-languages.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';

export interface TextLanguages {
  /** Language reported by the detector; `und` for text without letters. */
  detected: string;
  /** The language given, or else the detected one; a text without letters counts as in the target language already. */
  source: string;
  pair: LanguagePair | undefined;
}

/** @throws Rejection `invalid_language` when the engine has no route from the language to the target */
export const languagesOfText = async (
  { inference, detector }: { inference: PairSource; detector: LanguageDetector },
  text: string,
  given: string | undefined,
  target: string,
): Promise<TextLanguages> => {
  const detection = detector.detect(text);
  const detected = detection.language;
  if (given !== undefined) {
    return { detected, source: given, pair: await choosePair(inference, given, target, false) };
  }
  const pairs = await inference.pairs();
  const translatable = (code: string) => pairs.some((pair) => pair.source === code && pair.target === target);
  const source = detected === 'und' ? baseLanguage(target) : detected;
  // Bosnian, Croatian and Serbian are often the same text: among equally likely languages, one that can be translated
  // is chosen.
  const meant =
    source === baseLanguage(target) || translatable(source) ? source : likelyLanguages(detection).find(translatable);
  return { detected, source: meant ?? source, pair: await choosePair(inference, meant ?? source, target, true) };
};
