import { scriptKind } from '#libs/text/languages/script-kind.js';
import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { Item } from './items.js';
import { lcidOf } from './language-codes.js';
import { endsInControlWord } from './text-encoding.js';

/** Control words of formatting and characters that a copy keeps; paragraphs, tables and languages are those of the translation. */
const copied = new Set(
  `b i ul uld uldb ulw uldash uldashd uldashdd ulth ulwave ulhwave ululdbwave ulthd ulnone ulc strike striked sub super
  nosupersub up dn f fs cf cb highlight chcbpat caps scaps outl shad embo impr expnd expndtw charscalex kerning plain cs
  rtlch ltrch fcs loch hich dbch af afs ab ai aul uc v line lbr tab chpgn chdate chtime sectnum`.split(/\s+/),
);
const otherSide = new Map([
  ['rtlch', 'ltrch'],
  ['ltrch', 'rtlch'],
]);
const controlWord = /\\([a-z]+)(-?\d+)?/g;
const fieldResult = '{\\fldrslt';
const fieldStart = /^\{\\field(?![a-z])/;
/** Fields that say something of the place where they are, and so may be there twice. */
const liveField =
  /\\fldinst[^a-z][^A-Za-z]*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|PAGEREF|REF|NOTEREF|STYLEREF|DATE|TIME)\b/;
/** Elements that a document has once, or that the result of a field would bring along. */
const unique = /\\(?:\*|bkmk|field|pict|object|shp|footnote|annotation|par(?![a-z]))/;

/** The copy of the source of a line, or of a paragraph without line breaks, that stands above its translation. */
export type SourceCopy = (items: readonly Item[]) => string;

/**
 * Copies text with the formatting of its characters, and without what a document can have but once:
 * bookmarks, notes, pictures, marks of comments, and fields whose place does not matter, of which the copy has what
 * they showed.
 */
export const sourceCopy = (sourceLanguage: string, targetLanguage: string): SourceCopy => {
  const isTurned = isRightToLeft(sourceLanguage) !== isRightToLeft(targetLanguage);
  const language = languageWords(sourceLanguage) + (isTurned ? directionWord(sourceLanguage) : '');
  const wordsOf = (raw: string): string =>
    Array.from(raw.matchAll(controlWord), ([, word = '', param = '']) => {
      if (!copied.has(word)) return '';
      const turned =
        isTurned && word === 'fcs' ? `\\fcs${param === '0' ? 1 : 0}` : `\\${otherOf(word, isTurned)}${param}`;
      return `${turned} ${word === 'plain' ? language : ''}`;
    }).join('');
  return (items) => {
    let text = '';
    let depth = 0;
    const first = items.findIndex(({ kind }) => kind === 'text');
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      const field = liveFieldAt(items, at);
      if (field) {
        text += field.raw;
        at = field.end;
      } else if (item?.kind === 'open') {
        depth += 1;
        text += `{${wordsOf(item.raw)}`;
      } else if (item?.kind === 'close') {
        if (depth > 0) text += '}';
        depth = Math.max(0, depth - 1);
      } else if (item?.kind === 'text') {
        const needsSpace = /^[a-zA-Z0-9 -]/.test(item.raw) && endsInControlWord(text.slice(-64));
        text += needsSpace ? ` ${item.raw}` : item.raw;
      } else if (item?.kind === 'single') text += at < first ? '' : singleOf(item.raw, wordsOf);
      else if (item?.kind === 'break') text += at > first ? '\\line ' : '';
      else if (item && item.kind !== 'nested') text += wordsOf(item.raw);
    }
    return `{${language}${text}${'}'.repeat(depth)}\\line }`;
  };
};

const otherOf = (word: string, isTurned: boolean): string => (isTurned ? otherSide.get(word) : undefined) ?? word;

const languageWords = (language: string): string => {
  const lcid = lcidOf(language);
  if (lcid === undefined) return '';
  const words = { western: ['lang', 'langnp'], eastAsian: ['langfe', 'langfenp'], complex: ['lang', 'alang'] };
  return words[scriptKind(new Intl.Locale(language))].map((word) => `\\${word}${lcid} `).join('');
};

const directionWord = (language: string): string => (isRightToLeft(language) ? '\\rtlch ' : '\\ltrch ');

/** The bytes of a field that may be there twice, and the place of its last item; undefined for all else. */
const liveFieldAt = (items: readonly Item[], start: number): { raw: string; end: number } | undefined => {
  const first = items[start];
  if (first?.kind !== 'open' || !fieldStart.test(first.raw)) return undefined;
  let raw = '';
  let depth = 0;
  for (let end = start; end < items.length; end += 1) {
    const item = items[end];
    if (item === undefined || item.kind === 'nested') return undefined;
    if (item.kind === 'open') depth += 1;
    if (item.kind === 'close') depth -= 1;
    raw += item.raw;
    if (depth === 0) return liveField.test(raw) ? { raw, end } : undefined;
  }
  return undefined;
};

/** The visible part of something in the text: signs, breaks, and the result of a field. */
const singleOf = (raw: string, wordsOf: (raw: string) => string): string => {
  if (!raw.includes('{')) return wordsOf(raw);
  const start = raw.indexOf(fieldResult);
  const result = start === -1 ? '' : raw.slice(start + fieldResult.length, groupEnd(raw, start));
  return result === '' || unique.test(result) ? '' : `{${result.replace(/^ /, '')}`;
};

/** The place behind the group that begins at `start`. */
const groupEnd = (raw: string, start: number): number => {
  let depth = 0;
  for (const { 0: sign, index } of raw.slice(start).matchAll(/\\[\\{}]|[{}]/g)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  return start;
};
