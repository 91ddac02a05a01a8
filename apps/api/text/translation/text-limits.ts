import { countCodePoints } from '#libs/documents/formats/counting.js';
import { Rejection } from '#libs/domain/errors/rejection.js';

/** Maximum Unicode code points of a text in a request. */
export const maxTextLength = 10_000;

/**
 * Returns the number of code points.
 * @throws Rejection `text_too_long`
 */
export const assertTextLength = (text: string): number => {
  const actual = countCodePoints(text);
  if (actual > maxTextLength) {
    throw new Rejection('text_too_long', {
      message: `The text has ${actual} characters, and at most ${maxTextLength} are possible. Send it in parts, or as a document.`,
      details: { limit: maxTextLength, actual },
    });
  }
  return actual;
};
