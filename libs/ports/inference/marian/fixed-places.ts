import { isUnspaced } from '../units/unspaced-scripts.js';
import type { AnswerBit } from './answer-bits.js';
import type { Stretch } from './marian-models.js';
import type { ShownItem, ShownText } from './shown-text.js';

/** Where a fixed item goes among the bits of a translation: in place of those from `begin` to before `end`, if any. */
export interface FixedPlace extends Stretch {
  item: number;
}

/** An item that none is. */
const none = -1;

/** The stretches from the first to the last of neighbouring bits of one item, by item; what belongs to no item parts none. */
const stretchesByItem = (bits: readonly AnswerBit[]): Map<number, Stretch[]> => {
  const byItem = new Map<number, Stretch[]>();
  let last: { item: number; stretch: Stretch } | undefined;
  bits.forEach(({ item }, index) => {
    if (item === undefined) return;
    if (last?.item === item) {
      last.stretch.end = index + 1;
      return;
    }
    last = { item, stretch: { begin: index, end: index + 1 } };
    const before = byItem.get(item);
    if (before === undefined) byItem.set(item, [last.stretch]);
    else before.push(last.stretch);
  });
  return byItem;
};

/** The longest part of an item's stretches that nothing has taken a bit of; signs at its ends are not in it. */
const maxStretch = (stretches: readonly Stretch[], bits: readonly AnswerBit[], item: number): Stretch | undefined => {
  let best: (Stretch & { size: number }) | undefined;
  for (const { begin, end } of stretches) {
    let last: (Stretch & { size: number }) | undefined;
    for (let index = begin; index < end; index += 1) {
      const bit = bits[index];
      if (bit?.item === none) last = undefined;
      if (bit?.item !== item || bit.kind !== 'word') continue;
      const size = bit.end - bit.begin;
      if (last === undefined) last = { begin: index, end: index + 1, size };
      else last = { begin: last.begin, end: index + 1, size: last.size + size };
      if (last.size > (best?.size ?? 0)) best = last;
    }
  }
  return best;
};

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The words among the bits of a translation. */
class AnswerWords {
  private readonly words: { index: number; text: string }[] = [];
  /** Number of words before each bit. */
  private readonly before: number[] = [];
  /** Letters before each word. */
  private readonly letters = [0];

  constructor(
    /** Bits of the item `none` are taken. */
    private readonly bits: readonly AnswerBit[],
    answer: string,
  ) {
    bits.forEach(({ kind, begin, end }, index) => {
      this.before.push(this.words.length);
      if (kind !== 'word') return;
      const text = bare(answer.slice(begin, end));
      this.letters.push((this.letters.at(-1) ?? 0) + text.length);
      this.words.push({ index, text });
    });
  }

  /**
   * Corrects a stretch of words by those that the model writes for the item alone: they stand there word for word, or
   * there are as many of them, the longest. Articles and prepositions often are aligned to the noun behind them.
   */
  corrected(stretch: Stretch, alone: string): Stretch {
    const sought = (alone.match(/\S+/gu) ?? []).map(bare).filter((word) => word !== '');
    const { length } = sought;
    if (length === 0 || isUnspaced(alone)) return stretch;
    const first = this.before[stretch.begin] ?? 0;
    const end = this.before[stretch.end] ?? this.words.length;
    let longest: { at: number; size: number } | undefined;
    for (let at = Math.max(0, first - length + 1); at < Math.min(end, this.words.length - length + 1); at += 1) {
      if (sought.every((word, place) => this.isFree(at + place, word))) return this.stretchOf(at, length);
      const size = (this.letters[at + length] ?? 0) - (this.letters[at] ?? 0);
      const isInside = at >= first && at + length <= end;
      if (isInside && size > (longest?.size ?? 0)) longest = { at, size };
    }
    return longest === undefined ? stretch : this.stretchOf(longest.at, length);
  }

  private isFree(at: number, text: string): boolean {
    const word = this.words[at];
    return word?.text === text && this.bits[word.index]?.item !== none;
  }

  private stretchOf(at: number, length: number): Stretch {
    return { begin: this.words[at]?.index ?? 0, end: (this.words[at + length - 1]?.index ?? 0) + 1 };
  }
}

/**
 * Where items go of which nothing is seen, by item: behind what stands for the items before them, else before the next
 * ones, else at the end.
 */
const placesByNeighbours = (items: readonly ShownItem[], owners: readonly (number | undefined)[]): number[] => {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  owners.forEach((item, index) => {
    if (item === undefined) return;
    if (!first.has(item)) first.set(item, index);
    last.set(item, index);
  });
  const places: number[] = [];
  let next = owners.length;
  for (let item = items.length - 1; item >= 0; item -= 1) {
    places[item] = next;
    next = first.get(item) ?? next;
  }
  let behind: number | undefined;
  return places.map((place, item) => {
    const own = behind ?? place;
    const seen = last.get(item);
    if (seen !== undefined) behind = seen + 1;
    return own;
  });
};

/**
 * Gives each fixed item its place: its copy, else the words that belong to it, else one beside its neighbours. `alone` has
 * the translations of items by themselves, by item.
 */
export const placesOfFixed = (
  { text, items }: ShownText,
  bits: readonly AnswerBit[],
  answer: string,
  copies: ReadonlyMap<number, Stretch>,
  alone: ReadonlyMap<number, string>,
): FixedPlace[] => {
  const beginnings = new Map(bits.map(({ begin }, index) => [begin, index]));
  const ends = new Map(bits.map(({ end }, index) => [end, index + 1]));
  /** The bits, each with its item; those that are in the place of one belong to none. */
  const free = bits.map((bit) => ({ ...bit }));
  const owners = bits.map(({ item }) => item);
  const places: FixedPlace[] = [];
  const take = (item: number, { begin, end }: Stretch): void => {
    places.push({ item, begin, end });
    owners.fill(item, begin, end);
    for (const bit of free.slice(begin, end)) bit.item = none;
  };
  const waiting: number[] = [];
  items.forEach(({ fixed }, item) => {
    if (fixed === undefined) return;
    const copy = copies.get(item);
    const [begin, end] = [copy && beginnings.get(copy.begin), copy && ends.get(copy.end)];
    if (begin === undefined || end === undefined) waiting.push(item);
    else take(item, { begin, end });
  });
  if (waiting.length === 0) return places;
  const stretches = stretchesByItem(bits);
  const words = new AnswerWords(free, answer);
  const lost: number[] = [];
  for (const item of waiting) {
    const stretch = maxStretch(stretches.get(item) ?? [], free, item);
    const { begin = 0, end = 0 } = items[item] ?? {};
    if (stretch === undefined) lost.push(item);
    else take(item, words.corrected(stretch, alone.get(item) ?? text.slice(begin, end)));
  }
  if (lost.length === 0) return places;
  const byNeighbours = placesByNeighbours(items, owners);
  for (const item of lost) {
    const at = byNeighbours[item] ?? bits.length;
    places.push({ item, begin: at, end: at });
  }
  return places;
};
