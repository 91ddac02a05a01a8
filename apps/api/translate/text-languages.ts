import type { LanguagePair } from '#libs/inference/inference.port.js';
import type { Engines } from '../engines.js';
import { choosePair } from './language-choice.js';

export interface TextLanguages {
  /** What the detector says; `und` for text without letters. */
  detected: string;
  /** The one given, or else the detected one; a text without letters is in the target language already. */
  source: string;
  pair: LanguagePair | undefined;
}

/** @throws Rejection `invalid_language` where the engine has no way from the language to the target */
export const languagesOfText = async (
  { inference, detector }: Pick<Engines, 'inference' | 'detector'>,
  text: string,
  given: string | undefined,
  target: string,
): Promise<TextLanguages> => {
  const detected = detector.detect(text).language;
  const source = given ?? (detected === 'und' ? target : detected);
  return { detected, source, pair: await choosePair(inference, source, target, given === undefined) };
};
