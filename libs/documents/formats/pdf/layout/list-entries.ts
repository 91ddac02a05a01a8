import { isBelow } from './column-ends.js';
import { type Fragment, firstWordWidth, textOfLine } from './fragments.js';
import { isBold as isBoldShow } from './text-style.js';

/** Lines of a list without marks, at least: fewer may begin with capitals by chance. */
const minEntries = 4;

const begins = /^["“'‘([]?[\p{Lu}\p{N}]/u;
/** A sentence, a word cut in two, or a word that belongs to what follows. */
const endsOpen = /(?:[.,;:!?\-–—]|(?:^| )\p{Ll}{1,3})$/u;
const sentenceEnd = /[.,;:!?]$/;

/**
 * The lines that are entries of a list without marks: lines below each other that all begin with a capital, of which none
 * ends as a sentence does or as one that goes on. Running text looks like that neither where most of its words are in lower case,
 * nor where a line leaves room for the next word.
 */
export const listEntries = (fragments: readonly Fragment[]): ReadonlySet<Fragment> => {
  const entries = new Set<Fragment>();
  let lines: Fragment[] = [];
  const close = (): void => {
    if (lines.length >= minEntries && isList(lines)) for (const line of lines) entries.add(line);
    lines = [];
  };
  for (const fragment of fragments) {
    const last = lines.at(-1);
    if (last && !(isBelow(last, fragment) && isBold(last) === isBold(fragment))) close();
    lines.push(fragment);
  }
  close();
  return entries;
};

const isList = (lines: readonly Fragment[]): boolean => {
  const texts = lines.map(textOf);
  const isOpen = texts.some((text, at) => (at < texts.length - 1 ? endsOpen : sentenceEnd).test(text));
  if (isOpen || !texts.every((text) => begins.test(text))) return false;
  if (leavesRoom(lines)) return true;
  const inner = texts.flatMap((text) => text.split(' ').slice(1)).filter((word) => /^\p{L}/u.test(word));
  const lower = inner.filter((word) => /^\p{Ll}/u.test(word));
  return !lines.some(isBold) && lower.length * 2 > inner.length;
};

/** Whether a line but the last ends so early that the first word of the next one had fit. */
const leavesRoom = (lines: readonly Fragment[]): boolean => {
  const right = lines.reduce((farthest, { end }) => Math.max(farthest, end), Number.NEGATIVE_INFINITY);
  return lines.some((line, at) => {
    const next = lines[at + 1];
    return next !== undefined && right - line.end > firstWordWidth(next.glyphs) + 0.35 * line.height;
  });
};

const textOf = ({ glyphs }: Fragment): string => textOfLine(glyphs).replace(/\s+/g, ' ').trim();

const isBold = ({ glyphs: [first] }: Fragment): boolean => first !== undefined && isBoldShow(first.show);
