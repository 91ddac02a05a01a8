import type { WrittenPart } from '../inline/inline-run.js';
import { comfortableLine, eastAsian } from './reading.js';

/** Signs that must not begin a line: they close something, or would be read as a change of speaker. */
const notFirst = /^[-–—•♪♫#、。，．！？）」』…ー)\]}.,!?:;%]/u;
export const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Whether a text may begin a line. */
export const mayBegin = (text: string): boolean => !notFirst.test(text);

/** Text of two lines of a cue as one text: between East Asian characters a line break is nothing, else a space. */
export const joinLines = (text: string): string => {
  const lines = text.split(/[\r\n]+/);
  let joined = '';
  let before = '';
  lines.forEach((line, index) => {
    const isLast = index === lines.length - 1;
    const start = index === 0 ? line : line.trimStart();
    if (index > 0 && start === '' && !isLast) return;
    const words = isLast ? start : start.trimEnd();
    const after = String.fromCodePoint(words.codePointAt(0) ?? 0);
    if (index > 0) joined += eastAsian.test(before) && eastAsian.test(after) ? '' : ' ';
    joined += words;
    before = words.slice(-2);
    if (before.codePointAt(0) === before.charCodeAt(0)) before = before.slice(-1);
  });
  return joined;
};

/** A stretch of text and tags that stays on one line. */
interface Atom {
  raw: string;
  width: number;
  /** White space before the atom within a line; a line break stands in its place. */
  space: string;
}

/**
 * Sets a translation in at most as many lines as its source had (two, where that is one and the text is long; no more
 * than two where it had more and they are enough), of about the same length.
 */
export const breakLines = (written: readonly WrittenPart[], lineCount: number, lineBreak: string): string => {
  const atoms = atomsOf(written);
  const width = atoms.reduce((sum, atom) => sum + atom.space.length + atom.width, 0);
  const needed = Math.max(width > comfortableLine ? 2 : 1, Math.ceil(width / comfortableLine));
  const lines = lineCount > 2 ? Math.min(lineCount, Math.max(2, needed)) : Math.max(lineCount, Math.min(2, needed));
  let [tooNarrow, wide] = [0, width];
  while (wide - tooNarrow > 1) {
    const middle = Math.floor((tooNarrow + wide) / 2);
    if (fill(atoms, middle).length <= lines) wide = middle;
    else tooNarrow = middle;
  }
  return fill(atoms, wide).join(lineBreak);
};

const fill = (atoms: readonly Atom[], width: number): string[] => {
  const lines: string[] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const atom of atoms) {
    if (lines.length > 0 && length + atom.space.length + atom.width <= width) {
      lines[lines.length - 1] += atom.space + atom.raw;
      length += atom.space.length + atom.width;
    } else {
      lines.push(atom.raw);
      length = atom.width;
    }
  }
  return lines;
};

const atomsOf = (written: readonly WrittenPart[]): Atom[] => {
  const atoms: Atom[] = [];
  let before = '';
  const append = (raw: string, width: number): void => {
    const last = atoms.at(-1);
    if (!last) atoms.push({ raw, width, space: '' });
    else {
      last.raw += raw;
      last.width += width;
    }
  };
  for (const { kind, raw } of written) {
    if (kind !== 'text') append(raw, 0);
    else {
      for (const [, space = '', word = ''] of raw.matchAll(/(\s*)(\S*)/g)) {
        if (word === '') append(space, space.length);
        else addWord(atoms, append, before, space, word);
        before = (word || space).match(/.$/u)?.[0] ?? before;
      }
    }
  }
  return atoms;
};

const addWord = (
  atoms: Atom[],
  append: (raw: string, width: number) => void,
  before: string,
  space: string,
  word: string,
): void => {
  let previous = before;
  let gap = space;
  for (const piece of eastAsian.test(word) ? Array.from(words.segment(word), ({ segment }) => segment) : [word]) {
    const first = piece.match(/^./u)?.[0] ?? '';
    const bothEastAsian = eastAsian.test(previous) && eastAsian.test(first);
    // `joinLines` gives back a space, or between East Asian characters none: elsewhere a break would change the text.
    const breakable = (gap === ' ') !== bothEastAsian && !notFirst.test(piece);
    if (breakable && atoms.length > 0) atoms.push({ raw: piece, width: piece.length, space: gap });
    else append(gap + piece, gap.length + piece.length);
    previous = piece.match(/.$/u)?.[0] ?? previous;
    gap = '';
  }
};
