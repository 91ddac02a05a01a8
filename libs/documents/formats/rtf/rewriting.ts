import { isRightToLeft } from '#libs/text/languages/text-direction.js';
import type { MergeOptions } from '../format.port.js';
import { isOfLanguage, lcidOf } from './language-codes.js';
import type { RtfToken } from './rtf.tokens.js';
import { type SourceCopy, sourceCopy } from './source-copy.js';

const languageWords = new Set('lang langfe langnp langfenp alang deflang deflangfe adeflang'.split(' '));

const rightToLeft = {
  ltrpar: 'rtlpar',
  ltrch: 'rtlch',
  ltrrow: 'rtlrow',
  ltrsect: 'rtlsect',
  ltrdoc: 'rtldoc',
  rtlch: 'ltrch',
  fcs0: 'fcs1',
  fcs1: 'fcs0',
  ql: 'qr',
  qr: 'ql',
  pard: 'pard\\rtlpar\\qr',
  trowd: 'trowd\\rtlrow',
};
const leftToRight = {
  rtlpar: 'ltrpar',
  rtlch: 'ltrch',
  rtlrow: 'ltrrow',
  rtlsect: 'ltrsect',
  rtldoc: 'ltrdoc',
  ltrch: 'rtlch',
  fcs0: 'fcs1',
  fcs1: 'fcs0',
  ql: 'qr',
  qr: 'ql',
};

/** Formatting that text from right to left has for itself. */
const ofDirection = /\\(?:f|fs|b|i)(?:-?\d+)?(?![a-z0-9])/g;

/** Control words of formatting, said once for letters of either direction. */
const forBothDirections = (words: string): string => words.replace(ofDirection, '\\ltrch$&\\rtlch$&');

/** Changes to the control words of a document by a translation to another language. */
export interface Rewriting {
  word(token: RtfToken & { kind: 'word' }): string;
  /** The formatting of characters as the translation needs it. */
  formatting(words: string): string;
  /** Control words before text; `isBare`: no word has set a paragraph's direction before it. */
  lead(isBare: boolean): string;
  /** Whether pictures stay; otherwise their descriptions stand in their place. */
  keepsPictures: boolean;
  /** Absent where a translation stands without its source. */
  copyOf?: SourceCopy;
}

export const noRewriting: Rewriting = {
  word: ({ raw }) => raw,
  formatting: (words) => words,
  lead: () => '',
  keepsPictures: true,
};

export const rewritingFor = ({
  sourceLanguage,
  targetLanguage,
  includeSource,
  preserveImages,
}: MergeOptions): Rewriting => {
  const isSame = sourceLanguage.toLowerCase() === targetLanguage.toLowerCase();
  const lcid = isSame ? undefined : lcidOf(targetLanguage);
  const isMirrored = isRightToLeft(sourceLanguage) !== isRightToLeft(targetLanguage);
  const directions = new Map(Object.entries(isRightToLeft(targetLanguage) ? rightToLeft : leftToRight));
  const formatting = isMirrored && isRightToLeft(targetLanguage) ? forBothDirections : noRewriting.formatting;
  return {
    keepsPictures: preserveImages,
    formatting,
    ...(includeSource && { copyOf: sourceCopy(sourceLanguage, targetLanguage) }),
    word({ raw, word, param }) {
      if (lcid !== undefined && param !== undefined && languageWords.has(word) && isOfLanguage(param, sourceLanguage)) {
        return raw.replace(/\d+/, String(lcid));
      }
      const name = raw.trimEnd().slice(1);
      const mirrored = isMirrored ? directions.get(name) : undefined;
      return mirrored === undefined ? formatting(raw) : `\\${mirrored}${raw.slice(name.length + 1)}`;
    },
    lead(isBare) {
      if (!isMirrored) return '';
      return isRightToLeft(targetLanguage) ? `${isBare ? '\\rtlpar\\qr' : ''}\\rtlch ` : '\\ltrch ';
    },
  };
};
