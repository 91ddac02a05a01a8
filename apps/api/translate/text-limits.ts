import { Rejection } from '#libs/error-catalogue/rejection.js';

/** Most Unicode code points of a text that comes in a request. */
export const longestText = 10_000;

export const countCodePoints = (text: string): number => {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    count += 1;
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit < 0xdc00) index += 1;
  }
  return count;
};

/** Answers the number of code points. @throws Rejection `text_too_long` */
export const assertTextLength = (text: string): number => {
  const actual = countCodePoints(text);
  if (actual > longestText) throw new Rejection('text_too_long', { details: { limit: longestText, actual } });
  return actual;
};
