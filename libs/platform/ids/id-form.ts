import { crockfordDigit } from './crockford.js';

const idLength = 26;
const ulidForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const idForm = /^([a-z]{2,6})_[0-9A-HJKMNP-TV-Z]{26}$/;

export const isUlid = (text: string): boolean => ulidForm.test(text);

/** Whether a string has the form of our ids, a prefix, `_` and 26 digits; with a given prefix, only that one. */
export const isId = (text: string, prefix?: string): boolean => {
  const found = idForm.exec(text)?.[1];
  return found !== undefined && (prefix === undefined || found === prefix);
};

/** Makes an id of the first 26 bytes, a digit of each. @throws RangeError for fewer */
export const idFromBytes = (prefix: string, bytes: Uint8Array): string => {
  if (bytes.length < idLength) throw new RangeError(`An id is made of ${idLength} bytes`);
  return `${prefix}_${Array.from(bytes.subarray(0, idLength), crockfordDigit).join('')}`;
};
