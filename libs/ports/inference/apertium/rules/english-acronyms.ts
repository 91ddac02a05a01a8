import type { WrittenSpan } from './written-span.js';

/**
 * Acronyms that are ordinary words in small letters, which Apertium's English pairs translate: `el DIRIGIDO` for `the LED`, `vuestro
 * ALFILER` for `your PIN`, `el LO departamento` for `the IT department`. Others that it has (`EU`, `VAT`, `WHO`) become
 * those of the target language.
 */
const asTheyAre = [
  'CAT',
  'DELETE',
  'GET',
  'HEAD',
  'ICE',
  'LED',
  'LEDs',
  'PATCH',
  'PET',
  'PIN',
  'PINs',
  'POST',
  'PUT',
  'RAID',
  'SAP',
];

/** Abbreviations before a number that it takes for words: `Higo. 2` for `Fig. 2`. */
const abbreviations = String.raw`(?:Fig|Figs|Art|Arts)\.(?= ?\d)`;

const translated: Readonly<Record<string, string>> = { IT: 'TI' };

/** One of them alone, between words that are not in capitals, too. */
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_&'’/-]|\p{Lu}{2} )(?:${[...asTheyAre, ...Object.keys(translated)].join('|')}|${abbreviations})(?![\p{L}\p{M}\p{N}_&'’]|-\p{L}| \p{Lu}{2})`,
  'gu',
);

/** Finds the acronyms of an English text that the engine would take for words. `next` is what stays untouched behind the text. */
export const englishAcronyms = (text: string, next: string): WrittenSpan[] =>
  /\p{Ll}/u.test(text)
    ? [...(text + next).matchAll(pattern)].flatMap(({ 0: found, index: start }) => {
        const end = start + found.length;
        return end > text.length ? [] : { start, end, written: translated[found] ?? found };
      })
    : [];
