import { crockfordDigit } from './crockford.js';

const idLength = 26;
const ulidForm = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const idForm = /^([a-z]{2,6})_[0-9A-HJKMNP-TV-Z]{26}$/;

export const isUlid = (text: string): boolean => ulidForm.test(text);

/** Whether a string has the form of our ids, or of those with the prefix: a prefix, `_` and 26 digits. */
export const isId = (text: string, prefix?: string): boolean => {
  const found = idForm.exec(text)?.[1];
  return found !== undefined && (prefix === undefined || found === prefix);
};

/** An id of the first 26 bytes, each of which makes a digit. @throws RangeError where there are fewer */
export const idFromBytes = (prefix: string, bytes: Uint8Array): string => {
  if (bytes.length < idLength) throw new RangeError(`An id is made of ${idLength} bytes`);
  return `${prefix}_${Array.from(bytes.subarray(0, idLength), crockfordDigit).join('')}`;
};
