import { hasWording } from '#libs/text/segments/program-spans.js';

/** Scripts that write no white space between words, so that its absence says nothing. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Values with words in them that are no wording; each expression matches the whole value. */
const notWording: readonly RegExp[] = [
  // an address
  /^(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|mailto:|tel:|data:)\S*$/i,
  /^[^\s@]{1,64}@[^\s@]{1,255}$/,
  // a path; one of Windows may have spaces
  /^(?:[a-z]:\\|\\\\)[^<>"|?*\n]{1,1000}$/i,
  /^\.{0,2}\/\S*$/,
  // a colour or another function of CSS
  /^(?:#[\da-f]{3,8}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|var|url|calc|cubic-bezier)\([^()]{0,200}\))$/i,
  // a date as in e-mail and in HTTP: Sun, 06 Nov 1994 08:49:37 GMT; Sun Nov 6 08:49:37 2026
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? [a-z ]{0,20}\d[\w ,:+-]{4,32}$/i,
  // a date or a time in digits: 2024-03-01T12:00:00 UTC, 10:00 AM
  /^[\d\s./:,+-]{2,30}(?:[tz]|am|pm|utc|gmt|cet|cest|est|pst)?[\d\s./:,+-]{0,20}(?:z|utc|gmt)?$/i,
];

const identifier =
  /^[A-Za-z]\w{0,80}(?:(?:\.|::)\w{1,80}){1,20}$|^[A-Za-z][A-Za-z0-9]{0,80}(?:_[A-Za-z0-9]{1,80}){1,20}$/;

/** Whether a text is a name that programs find a message by: `home.title`, `save_all`. */
export const isIdentifier = (text: string): boolean => identifier.test(text);

/** UTF-16 code units of a value in which placeholders are looked for. */
const maxJudged = 10_000;
/** UTF-16 code units of which the longest value that is no wording consists. */
const maxCodeLength = 2000;

/**
 * Whether a value of a data file is wording. One without white space may be an identifier and is none, unless the
 * caller named its key, or its script has no white space.
 */
export const isWording = (value: string, isNamed: boolean): boolean => {
  const text = value.slice(0, maxCodeLength + 1).trim();
  if (!hasWording(value.slice(0, maxJudged)) && !/\p{L}/u.test(value.slice(maxJudged))) return false;
  if (text.length <= maxCodeLength && notWording.some((expression) => expression.test(text))) return false;
  if (unspaced.test(text)) return true;
  return isNamed || (/\s/.test(text) && /\p{L}{2}/u.test(text));
};
