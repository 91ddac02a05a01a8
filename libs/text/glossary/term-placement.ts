import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { TagPairs } from './tag-pairs.js';
import type { FoundTerm } from './term-finder.js';

type TagPart = Exclude<SegmentPart, { text: string }>;

/** A tag that stands inside of a term. */
interface InnerTag {
  tag: TagPart;
  /** Index in the segment. */
  index: number;
  /** Place in the text that the term was found in. */
  at: number;
}

/** A term with the indexes of the text parts that it begins and ends in, and the other parts between them. */
interface PlacedTerm {
  term: FoundTerm;
  first: number;
  last: number;
  textBefore: string;
  textAfter: string;
  /** The words that the term was found as. */
  source: string;
}

const isBlank = (text: string): boolean => text.trim() === '';

/** Whether the pair of this tag, of those at these places, would have nothing left to read if the term were put outside of it. */
const isEmptied = (
  { index, tag, at }: InnerTag,
  places: ReadonlyMap<number, number>,
  place: PlacedTerm,
  pairs: TagPairs,
) => {
  const mate = pairs.mateOf(index);
  if (mate === undefined) return false;
  if (mate > place.first && mate < place.last) return places.get(mate) !== at;
  if (tag.kind === 'open') return isBlank(place.textAfter) && !pairs.isReadableBetween(place.last, mate);
  return isBlank(place.textBefore) && !pairs.isReadableBetween(mate, place.first);
};

/**
 * Counts the tags inside that stay before the term: it goes into the pairs that would be empty without it, as many as
 * it can, and then to where the greater part of its letters stood. No tag changes its place among the others.
 */
const tagsBefore = (inner: readonly InnerTag[], place: PlacedTerm, pairs: TagPairs): number => {
  const places = new Map(inner.map(({ index, at }) => [index, at]));
  let best = { gap: 0, saved: Number.NEGATIVE_INFINITY, letters: 0 };
  // Gain over the first gap, which saves all pairs that begin before the term.
  let saved = 0;
  for (let gap = 0; gap <= inner.length; gap += 1) {
    const before = inner[gap - 1];
    if (before !== undefined && isEmptied(before, places, place, pairs)) saved += before.tag.kind === 'open' ? 1 : -1;
    const letters = (inner[gap]?.at ?? place.term.end) - (before?.at ?? place.term.start);
    if (saved > best.saved || (saved === best.saved && letters > best.letters)) best = { gap, saved, letters };
  }
  return best.gap;
};

const placedTerm = (inner: readonly InnerTag[], place: PlacedTerm, pairs: () => TagPairs): SegmentPart[] => {
  const keep: SegmentPart = { kind: 'keep', text: place.term.target, source: place.source };
  const alone = inner.filter(({ tag }) => tag.kind === 'single').map(({ tag }) => tag);
  const paired = inner.filter(({ tag }) => tag.kind !== 'single');
  const before = paired.length === 0 ? 0 : tagsBefore(paired, place, pairs());
  const tags = paired.map(({ tag }) => tag);
  return [...tags.slice(0, before), keep, ...alone, ...tags.slice(before)];
};

/**
 * Puts the terms found in `text` into the parts of a segment that it comes from, `from` to before `to`, texts and tags. Tags that
 * stood inside of a term stand around or beside it then, every one once.
 */
export const placeTerms = (
  segment: Segment,
  { from, to, text }: { from: number; to: number; text: string },
  found: readonly FoundTerm[],
  pairs: () => TagPairs,
): SegmentPart[] => {
  const out: SegmentPart[] = [];
  const terms = found.values();
  let term = terms.next().value;
  let inner: InnerTag[] = [];
  let begun = { index: from, text: '' };
  let offset = 0;
  for (let index = from; index < to; index += 1) {
    const part = segment[index];
    if (part === undefined) continue;
    if (part.kind !== 'text') {
      if (part.kind === 'keep' || term === undefined || term.start >= offset) out.push(part);
      else inner.push({ tag: part, index, at: offset });
      continue;
    }
    const end = offset + part.text.length;
    let at = offset;
    while (term !== undefined && term.start < end) {
      if (term.start >= offset) {
        if (term.start > at) out.push({ kind: 'text', text: part.text.slice(at - offset, term.start - offset) });
        begun = { index, text: part.text.slice(0, term.start - offset) };
      }
      at = Math.min(term.end, end);
      if (term.end > end) break;
      const textAfter = part.text.slice(at - offset);
      const place = {
        term,
        first: begun.index,
        last: index,
        textBefore: begun.text,
        textAfter,
        source: text.slice(term.start, term.end),
      };
      out.push(...placedTerm(inner, place, pairs));
      inner = [];
      term = terms.next().value;
    }
    if (at < end) out.push({ kind: 'text', text: part.text.slice(at - offset) });
    offset = end;
  }
  return out;
};
