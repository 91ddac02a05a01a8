import type { WrittenPart } from '../inline/inline-run.js';
import { columnsOf, eastAsian, roomOf } from './reading.js';
import { mayBegin, words } from './subtitle-lines.js';

/** A cue that takes a part of a sentence. */
export interface Place {
  start: number;
  end: number;
  /** Columns of the source in it. */
  width: number;
}

/** A place where a translation may be cut, with what a cut costs there, in columns. */
interface Candidate {
  part: number;
  /** Code units of the part before and from the cut on; white space between them goes. */
  to: number;
  from: number;
  /** Columns before it. */
  column: number;
  cost: number;
}

/** Costs of a cut elsewhere than behind a clause, behind a sentence within the segment, and within tags. */
const costs = { withinClause: 14, behindSentence: 40, withinTags: 30 };
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*$/u;
const clauseEnd = /[,;:،؛、，；：–—]["'”’»)\]]*$/u;

/**
 * Cuts a translation over the cues that its source stood in: at the same share of the text, so that it stays with what
 * is said, unless a cue would hold more than can be read in its time; behind a clause where one ends near. A cue for
 * which no word is left is empty.
 */
export const splitOverCues = (written: readonly WrittenPart[], places: readonly Place[]): WrittenPart[][] => {
  const candidates = candidatesOf(written);
  const total = columnsOf(textOf(written));
  const cuts: Candidate[] = [];
  for (let at = 0; at < places.length - 1; at += 1) {
    const cut = cheapest(candidates, cuts.at(-1)?.column ?? 0, total, places.slice(at));
    if (!cut) break;
    cuts.push(cut);
  }
  const parts = sliceAt(written, cuts);
  return places.map((_, at) => parts[at] ?? []);
};

const cheapest = (
  candidates: readonly Candidate[],
  from: number,
  total: number,
  [first, ...others]: readonly Place[],
): Candidate | undefined => {
  if (!first) return undefined;
  const rest = others.reduce((sum, { width }) => sum + width, 0);
  const share = first.width / Math.max(1, first.width + rest);
  const [room, roomBehind] = [roomOf(first), others.reduce((sum, place) => sum + roomOf(place), 0)];
  let best: Candidate | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate.column <= from) continue;
    const length = candidate.column - from;
    const excess = Math.max(0, length - room) + Math.max(0, total - candidate.column - roomBehind);
    const cost = Math.abs(length - share * (total - from)) + 2 * excess + candidate.cost;
    if (cost < lowest) [best, lowest] = [candidate, cost];
  }
  return best;
};

const textOf = (written: readonly WrittenPart[]): string =>
  written.map(({ kind, raw }) => (kind === 'text' ? raw : '')).join('');

const candidatesOf = (written: readonly WrittenPart[]): Candidate[] => {
  const candidates: Candidate[] = [];
  let column = 0;
  let depth = 0;
  written.forEach(({ kind, raw }, part) => {
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (kind !== 'text') return;
    for (const { to, from } of breaksIn(raw)) {
      const before = raw.slice(0, to);
      const hasWords = column > 0 || /\S/.test(before);
      if (!hasWords) continue;
      const isSentence = sentenceEnd.test(before.slice(-16));
      const ofPlace = isSentence ? costs.behindSentence : clauseEnd.test(before.slice(-16)) ? 0 : costs.withinClause;
      const cost = ofPlace + (depth > 0 ? costs.withinTags : 0);
      candidates.push({ part, to, from, column: column + columnsOf(before), cost });
    }
    column += columnsOf(raw);
  });
  return candidates.filter((candidate) => candidate.column < column);
};

/** Single spaces between words, and the borders of words between East Asian characters. */
function* breaksIn(text: string): Generator<{ to: number; from: number }, void> {
  for (const { index, 0: space } of text.matchAll(/(?<!\s) (?!\s)/g)) {
    const from = index + space.length;
    if (mayBegin(text.slice(from, from + 2)) && !joinsEastAsian(text, index, from)) yield { to: index, from };
  }
  if (!eastAsian.test(text)) return;
  for (const { index } of words.segment(text)) {
    if (index > 0 && joinsEastAsian(text, index, index) && mayBegin(text.slice(index, index + 2))) {
      yield { to: index, from: index };
    }
  }
}

const joinsEastAsian = (text: string, to: number, from: number): boolean =>
  eastAsian.test(text.slice(Math.max(0, to - 1), to)) && eastAsian.test(text.slice(from, from + 1));

/** The parts between the cuts. A pair of tags around a cut is closed before it and opened again behind. */
const sliceAt = (written: readonly WrittenPart[], cuts: readonly Candidate[]): WrittenPart[][] => {
  const closes = closesOf(written);
  const slices: WrittenPart[][] = [];
  let slice: WrittenPart[] = [];
  const open: { raw: string; close: string }[] = [];
  let next = 0;
  written.forEach((part, at) => {
    if (part.kind === 'open') open.push({ raw: part.raw, close: closes.get(at) ?? '' });
    if (part.kind === 'close') open.pop();
    let from = 0;
    for (let cut = cuts[next]; cut?.part === at; cut = cuts[next]) {
      slice.push({ kind: 'text', raw: part.raw.slice(from, cut.to) });
      slice.push(...open.toReversed().map(({ close }): WrittenPart => ({ kind: 'close', raw: close })));
      slices.push(slice);
      slice = open.map(({ raw }): WrittenPart => ({ kind: 'open', raw }));
      from = cut.from;
      next += 1;
    }
    slice.push(part.kind === 'text' ? { kind: 'text', raw: part.raw.slice(from) } : part);
  });
  return [...slices, slice].map((parts) => parts.filter(({ raw }) => raw !== ''));
};

/** The raw end tag of each open one. */
const closesOf = (written: readonly WrittenPart[]): Map<number, string> => {
  const closes = new Map<number, string>();
  const open: number[] = [];
  written.forEach(({ kind, raw }, at) => {
    if (kind === 'open') open.push(at);
    const start = kind === 'close' ? open.pop() : undefined;
    if (start !== undefined) closes.set(start, raw);
  });
  return closes;
};
