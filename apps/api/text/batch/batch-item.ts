import { choosePair } from '#libs/application/languages/language-choice.js';
import { countWords } from '#libs/documents/formats/counting.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { languagesOfText, type TextLanguages } from '../languages/text-languages.js';
import type { TextEngines } from '../translation/text-engines.js';
import { assertTextLength } from '../translation/text-limits.js';

/** A text that was checked and can be translated. */
export interface BatchItem extends TextLanguages {
  text: string;
  wordCount: number;
  characterCount: number;
}

/**
 * Languages of a text. When the source is named nothing is detected: the response to a batch has no detected
 * language.
 */
const languagesOf = async (
  engines: Pick<TextEngines, 'inference' | 'detector'>,
  text: string,
  source: string | undefined,
  target: string,
): Promise<TextLanguages> => {
  if (source === undefined) return languagesOfText(engines, text, undefined, target);
  return { detected: 'und', source, pair: await choosePair(engines.inference, source, target, false) };
};

/** @throws Rejection of this text alone, naming no field */
export const readItem = async (
  engines: Pick<TextEngines, 'inference' | 'detector'>,
  text: string,
  source: string | undefined,
  target: string,
): Promise<BatchItem> => {
  if (!text.isWellFormed() || text.includes('\0')) {
    throw new Rejection('invalid_request', { message: 'The text must be valid Unicode without NUL characters.' });
  }
  const characterCount = assertTextLength(text);
  const languages = await languagesOf(engines, text, source, target);
  return { text, ...languages, wordCount: countWords(text), characterCount };
};

/** Turns the rejection of one text into that of the request: the message and the details name the place. */
export const rejectionAt = (index: number, { code, status, message, details }: Rejection): Rejection => {
  const place = `texts[${index}]`;
  const limits = code === 'text_too_long' ? details : {};
  return new Rejection(code, { status, message: `${place}: ${message}`, details: { ...limits, [place]: [message] } });
};
