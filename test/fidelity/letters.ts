import { createHash } from 'node:crypto';
import type { ExtractedSegment } from '#libs/documents/formats/format.port.js';
import type { Segment } from '#libs/text/segments/segment.js';

/** Counts of ASCII letters: of the source, of the translated file, and of those that became what they had to. */
export interface LetterCounts {
  source: number;
  translated: number;
  changed: number;
}

/** The ASCII letters of a file's segments in their order, a piece a segment. */
export async function* lettersOf(
  extraction: AsyncIterable<ExtractedSegment[]>,
  change: (segment: Segment) => Segment = (segment) => segment,
): AsyncGenerator<string, void> {
  for await (const segments of extraction) {
    for (const { parts } of segments) {
      yield change(parts)
        .map((part) => ('text' in part ? part.text.replace(/[^A-Za-z]/g, '') : ''))
        .join('');
    }
  }
}

/** Letters of each file that are searched for a place where both go on alike: as few as there is one in. */
const reaches = [500, 5_000, 50_000];
const farthest = 50_000;

/** Letters in a row that show that two places are the same one. */
const rowLength = 24;

/** Letters that come in pieces and are taken in pieces of another length. */
class LetterReader {
  total = 0;
  /** Sum of the hashes of all pieces, the same in whichever order they came. */
  sum = 0n;
  private held = '';
  private ended = false;

  constructor(private readonly pieces: AsyncGenerator<string, void>) {}

  /** The next letters, at least as many as are asked for until the end. */
  async peek(length: number): Promise<string> {
    while (this.held.length < length && !this.ended) {
      const { done, value } = await this.pieces.next();
      this.ended = done === true;
      const piece = value ?? '';
      this.held += piece;
      this.total += piece.length;
      if (piece !== '') this.sum += createHash('sha256').update(piece).digest().readBigUInt64BE();
    }
    return this.held;
  }

  take(length: number): void {
    this.held = this.held.slice(length);
  }
}

/** The number of letters at the beginning that two texts share. */
const sharedStart = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  return at;
};

const sharedEnd = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  let count = 0;
  while (count < length && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
};

interface Places {
  one: number;
  other: number;
}

const rowsOf = (text: string): Map<string, number> => {
  const rows = new Map<string, number>();
  for (let at = text.length - rowLength; at >= 0; at -= 1) rows.set(text.slice(at, at + rowLength), at);
  return rows;
};

/** The nearest places, one in each text, from which on a row of letters is the same. */
const nearestRow = (one: string, rows: ReadonlyMap<string, number>): Places | undefined => {
  let nearest: Places | undefined;
  for (let at = 0; at + rowLength <= one.length; at += 1) {
    const limit = nearest === undefined ? Number.POSITIVE_INFINITY : nearest.one + nearest.other;
    if (at >= limit) break;
    const place = rows.get(one.slice(at, at + rowLength));
    if (place !== undefined && at + place < limit) nearest = { one: at, other: place };
  }
  return nearest;
};

/** Where two texts go on alike: the nearest place, or where one of them only has more, whichever goes on for longer. */
const nextShared = (one: string, other: string): Places | undefined => {
  const worth = (places: Places) =>
    sharedStart(one.slice(places.one), other.slice(places.other)) - places.one - places.other;
  for (const reach of reaches) {
    const [near, far] = [one.slice(0, reach), other.slice(0, reach)];
    const nearest = nearestRow(near, rowsOf(far));
    if (nearest === undefined) continue;
    const more = { one: near.indexOf(other.slice(0, rowLength)), other: 0 };
    const less = { one: 0, other: far.indexOf(one.slice(0, rowLength)) };
    return [nearest, more, less]
      .filter((places) => places.one >= 0 && places.other >= 0)
      .reduce((best, places) => (worth(places) > worth(best) ? places : best));
  }
  return undefined;
};

/**
 * Compares letters in their order; `wanted` are those that the letters of the source had to become. Letters that one file
 * has alone are wrong, and those after them are compared with those that they stand for. All are right, too, where
 * the same pieces came in another order: a workbook keeps a text that stands for several cells anew where one of them
 * may not change.
 */
export const compareLetters = async (
  wanted: AsyncGenerator<string, void>,
  translated: AsyncGenerator<string, void>,
): Promise<LetterCounts> => {
  const [source, result] = [new LetterReader(wanted), new LetterReader(translated)];
  let changed = 0;
  for (;;) {
    const [one, other] = [await source.peek(1), await result.peek(1)];
    if (one === '' || other === '') break;
    const same = sharedStart(one, other);
    changed += same;
    source.take(same);
    result.take(same);
    if (same === Math.min(one.length, other.length)) continue;
    const [rest, found] = [await source.peek(farthest), await result.peek(farthest)];
    const next = nextShared(rest, found);
    const isEnd = Math.max(rest.length, found.length) < farthest;
    if (next === undefined && isEnd) changed += sharedEnd(rest, found);
    source.take(next?.one ?? rest.length);
    result.take(next?.other ?? found.length);
  }
  // What is left of the longer one is wrong, and is counted.
  for (const reader of [source, result])
    for (let rest = await reader.peek(1); rest !== ''; rest = await reader.peek(1)) reader.take(rest.length);
  const isReordered = source.total === result.total && source.sum === result.sum;
  return { source: source.total, translated: result.total, changed: isReordered ? source.total : changed };
};
