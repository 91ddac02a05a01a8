import type { StoryPiece } from './story-pieces.js';

/**
 * An element around text. `look`: a range of formatting, which can be closed and opened again; `once`: one that
 * has to stay one (a link, an element of the XML structure); `content`: that which holds text.
 */
export interface Around {
  kind: 'look' | 'once' | 'content';
  /** Its start tag, with the properties that follow it. */
  open: string;
  close: string;
  /** The same as `open` in the source language. */
  source: string;
  /** Equal for ranges that look the same. */
  look: string;
  /** Whether lines do not end within it, which is a matter of the words of the source. */
  isUnbroken: boolean;
}

export type Path = readonly Around[];

interface Placed {
  start: number;
  end: number;
  /** The elements that the item stands in, the outermost first. */
  path: Path;
}

export type Item = Placed &
  (
    | { kind: 'text'; text: string; isBlank: boolean }
    /** `isBreak`: it parts the words on both sides. */
    | { kind: 'single'; pieces: StoryPiece[]; isBreak?: boolean }
    /** A line break within a paragraph. */
    | { kind: 'break'; pieces: StoryPiece[] }
    | { kind: 'open' | 'close'; element: Around }
    /** Something that separates words: a tab, a table. */
    | { kind: 'cut' }
  );

const sentenceEnd = /[.!?:;…。！？]["'”’»)\]]*$/u;

/** The items of a paragraph in groups that are each a segment at most. */
export const groupsOf = (items: readonly Item[]): Item[][] => {
  const paired = pairsOf(items);
  const groups: Item[][] = [[]];
  let before = '';
  items.forEach((item, at) => {
    const isLone = (item.kind === 'open' || item.kind === 'close') && !paired.has(item);
    const isCut = item.kind === 'cut' || isLone || (item.kind === 'break' && endsSegment(items, at, before));
    if (isCut) {
      groups.push([]);
      before = '';
    } else groups.at(-1)?.push(item.kind === 'break' ? { ...item, kind: 'single', isBreak: true } : item);
    if (item.kind === 'text') before = (before + item.text).slice(-64);
  });
  return groups;
};

const pairsOf = (items: readonly Item[]): Set<Item> => {
  const opens = new Map<Around, Item>();
  const paired = new Set<Item>();
  // A pair that something cuts is none.
  for (const item of items) {
    if (item.kind === 'cut') opens.clear();
    else if (item.kind === 'open') opens.set(item.element, item);
    else if (item.kind === 'close') {
      const open = opens.get(item.element);
      if (open) paired.add(open).add(item);
    }
  }
  return paired;
};

/** A break within a sentence stays in its segment; any other ends it. */
const endsSegment = (items: readonly Item[], at: number, before: string): boolean => {
  if (sentenceEnd.test(before.trimEnd())) return true;
  for (let next = at + 1; next < items.length; next += 1) {
    const item = items[next];
    if (item?.kind === 'break') return true;
    if (item?.kind === 'text' && !item.isBlank) return !/^\p{Ll}/u.test(item.text);
  }
  return true;
};

/** The items left without white space, single ones, empty pairs, and pairs that hold all of the rest, at either end. */
export const withoutEdges = (group: readonly Item[]): Item[] => {
  const partners = partnersOf(group);
  let start = 0;
  let end = group.length;
  const words = [0];
  for (const item of group) words.push((words.at(-1) ?? 0) + (item.kind === 'text' && !item.isBlank ? 1 : 0));
  const isEmpty = (from: number, to: number): boolean => words[from] === words[to];
  while (start < end) {
    const [first, last] = [group[start], group[end - 1]];
    const [firstPartner = -1, lastPartner = -1] = [partners.get(start), partners.get(end - 1)];
    const [isFirst, isLast] = [isPart(first) && firstPartner >= 0, isPart(last) && lastPartner >= 0];
    if (isFirst && firstPartner === end - 1) {
      start += 1;
      end -= 1;
    } else if (isFirst ? isEmpty(start, firstPartner) : isEmpty(start, start + 1)) {
      start = isFirst ? firstPartner + 1 : start + 1;
    } else if (isLast ? isEmpty(lastPartner, end) : isEmpty(end - 1, end)) {
      end = isLast ? lastPartner : end - 1;
    } else break;
  }
  return group.slice(start, end);
};

const isPart = (item: Item | undefined): boolean => item?.kind === 'open' || item?.kind === 'close';

const partnersOf = (group: readonly Item[]): Map<number, number> => {
  const opens = new Map<Around, number>();
  const partners = new Map<number, number>();
  group.forEach((item, at) => {
    if (item.kind === 'open') opens.set(item.element, at);
    const open = item.kind === 'close' ? opens.get(item.element) : undefined;
    if (open !== undefined) partners.set(open, at).set(at, open);
  });
  return partners;
};
