import type { WrittenSpan } from './written-span.js';

const name = String.raw`(?:\p{Lu}['’])?\p{Lu}[\p{Ll}\p{M}]{1,30}(?:\p{Lu}\p{Ll}{1,30})?(?:-\p{Lu}\p{Ll}{1,30})?`;
const notAName =
  '(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)';

/** Up to three names behind a title: `Mr. Smith`, `Dr Anna O’Brien-Young`. */
const pattern = new RegExp(
  String.raw`(?<=(?<![\p{L}\p{M}\p{N}])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Capt|Sgt|Lt|Gen|Col|Rev)\.? )${name}(?: ${notAName}${name}){0,2}(?![\p{L}\p{M}\p{N}])`,
  'gu',
);

/**
 * Finds the names of people behind their titles, which stay as they are: Apertium's en-es makes `Señora Dr. cumplido Blanco
 * Young` of `Mrs. White met Dr. Young`.
 */
export const englishNames = (text: string): WrittenSpan[] =>
  [...text.matchAll(pattern)].map(({ 0: written, index: start }) => ({ start, end: start + written.length, written }));
