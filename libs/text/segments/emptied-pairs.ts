import type { Segment, SegmentPart } from './segment.js';

/**
 * Needs of a markup pair: one that needs words `around` them never stands around nothing; one that `marks` is not
 * needed either where there is nothing to mark.
 */
export type PairNeed = 'around' | 'marks' | undefined;

/** The word at the very end of a text; empty where white space is. */
const lastWordOf = (text: string): string => {
  let start = text.length;
  while (start > 0 && !/\s/u.test(text[start - 1] ?? ' ')) start -= 1;
  return text.slice(start);
};

const wordOf = (part: SegmentPart | undefined): string | undefined => {
  if (part?.kind === 'keep') return part.text;
  return part?.kind === 'text' ? lastWordOf(part.text) || undefined : undefined;
};

/**
 * Puts a pair whose words have come back outside of it around the word before it: `****` would be no markup any more.
 * Where no word stands there, since two emphasized words became one, one emphasis is enough.
 */
export const refillPairs = (translation: Segment, needOf: (id: number) => PairNeed): SegmentPart[] => {
  const parts: SegmentPart[] = [];
  for (let index = 0; index < translation.length; index += 1) {
    const part = translation[index];
    const close = translation[index + 1];
    if (part === undefined) continue;
    const need = part.kind === 'open' && close?.kind === 'close' && close.id === part.id ? needOf(part.id) : undefined;
    if (need === undefined || close === undefined) {
      parts.push(part);
      continue;
    }
    index += 1;
    const before = parts.at(-1);
    const word = wordOf(before);
    if (before !== undefined && word !== undefined) {
      parts.pop();
      if (before.kind === 'text' && before.text !== word) {
        parts.push({ kind: 'text', text: before.text.slice(0, -word.length) });
      }
      parts.push(part, before.kind === 'keep' ? before : { kind: 'text', text: word }, close);
    } else if (need === 'around') parts.push(part, close);
  }
  return parts;
};
