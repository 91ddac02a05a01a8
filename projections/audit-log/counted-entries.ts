import { LRUCache } from 'lru-cache';

/** Filtered entries are counted up to here. */
export const countedAtMost = 100_000;

const countsKept = 1_000;
/** A count is right for ever, unless a later release's rebuild changes what entries say. */
const keptForMs = 600_000;

interface Counted {
  /** Number of the last entry that was looked at. */
  upTo: number;
  /** Matching entries up to there; more than `countedAtMost` once it has been passed. */
  count: number;
}

/**
 * Remembers how many entries match a filter up to a number. Entries neither change nor go, so the next
 * question with the same filter counts only those that came since: whoever pages through a million entries
 * has 100,000 of them counted once (8 ms), not for every page.
 */
export class CountedEntries {
  private readonly known = new LRUCache<string, Counted>({ max: countsKept, ttl: keptForMs });

  /**
   * Matching entries with numbers up to `last`, at most `countedAtMost + 1`.
   * `countAfter` counts those with greater numbers than `after`, giving up beyond `atMost`.
   */
  async upTo(
    filter: readonly unknown[],
    last: number,
    countAfter: (after: number, atMost: number) => Promise<number>,
  ): Promise<number> {
    const key = JSON.stringify(filter);
    const found = this.known.get(key);
    const before = found !== undefined && found.upTo <= last ? found : { upTo: -1, count: 0 };
    if (before.count > countedAtMost || before.upTo === last) return before.count;
    const count = before.count + (await countAfter(before.upTo, countedAtMost + 1 - before.count));
    this.known.set(key, { upTo: last, count });
    return count;
  }
}
