import type { DocumentSummary } from './format.port.js';

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Words as `Intl.Segmenter` counts them (`isWordLike`). ASCII, counted by hand, takes a tenth of its time. */
export const countWords = (text: string): number => {
  return /^[\0-^`-\x7f]*$/.test(text) ? countAsciiWords(text) : countSegmentedWords(text);
};

const countSegmentedWords = (text: string): number => {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
};

const none = 0;
const letter = 1;
const digit = 2;
/** A colon joins two letters. */
const letterJoiner = 4;
/** A comma or a semicolon joins two digits. */
const digitJoiner = 8;
/** A dot or an apostrophe does both. */
const joiner = letterJoiner | digitJoiner;

const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return letter;
  if (/[0-9]/.test(character)) return digit;
  if (/[.']/.test(character)) return joiner;
  if (/[,;]/.test(character)) return digitJoiner;
  return character === ':' ? letterJoiner : none;
});

/** The word boundaries of Unicode Standard Annex 29 as ICU applies them to ASCII, but for the underscore. */
const countAsciiWords = (text: string): number => {
  let count = 0;
  let inWord = false;
  let before = none;
  for (let at = 0; at < text.length; at += 1) {
    const here = classes[text.charCodeAt(at)] ?? none;
    if (here === letter || here === digit) {
      if (!inWord) count += 1;
      inWord = true;
    } else if (inWord) {
      const after = classes[text.charCodeAt(at + 1)] ?? none;
      inWord =
        before === after &&
        ((before === letter && (here & letterJoiner) !== 0) || (before === digit && (here & digitJoiner) !== 0));
    }
    before = here;
  }
  return count;
};

/** Unicode code points; a lone surrogate counts one. */
export const countCodePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      at += 1;
    }
  }
  return count;
};

const charactersPerPage = 1800;

/** The format's own pages, or else started pages of 1,800 characters; at least one. */
export const countPages = (ownPages: number | undefined, codePoints: number): number =>
  ownPages ?? Math.max(1, Math.ceil(codePoints / charactersPerPage));

/** The pages of a file, and where their number comes from. */
export const countedPages = (
  { pageCount, warnings }: DocumentSummary,
  codePoints: number,
  isLaidOut: boolean,
): { pageCount: number; pageCountSource: 'layout' | 'file' | 'estimate'; areEstimated: boolean } => {
  const areEstimated = warnings?.some(({ code }) => code === 'pages_estimated') ?? false;
  const isOfFile = pageCount !== undefined && !areEstimated;
  const pageCountSource = isLaidOut ? 'layout' : isOfFile ? 'file' : 'estimate';
  return { pageCount: countPages(pageCount, codePoints), pageCountSource, areEstimated };
};
