import { LRUCache } from 'lru-cache';

/** Limit up to which filtered entries are counted. */
export const maxCounted = 100_000;

const countsKept = 1_000;
/** Milliseconds that a count is kept. It stays right unless a later release's rebuild changes the entries. */
const keptForMs = 600_000;

interface Counted {
  /** Number of the last entry that was counted or passed over. */
  upTo: number;
  /** Matching entries up to that number; more than `maxCounted` beyond the limit. */
  count: number;
}

/**
 * Remembers how many entries match a filter up to a number. Entries are neither changed nor deleted, so the next
 * query with the same filter counts only newer ones: a caller that pages through the log has it counted once, not for
 * every page.
 */
export class CountedEntries {
  private readonly known = new LRUCache<string, Counted>({ max: countsKept, ttl: keptForMs });

  /**
   * Counts matching entries with numbers up to `last`, at most `maxCounted + 1`.
   * `countAfter` counts entries with greater numbers than `after`, giving up beyond `max`.
   */
  async upTo(
    filter: readonly unknown[],
    last: number,
    countAfter: (after: number, max: number) => Promise<number>,
  ): Promise<number> {
    const key = JSON.stringify(filter);
    const found = this.known.get(key);
    const before = found !== undefined && found.upTo <= last ? found : { upTo: -1, count: 0 };
    if (before.count > maxCounted || before.upTo === last) return before.count;
    const count = before.count + (await countAfter(before.upTo, maxCounted + 1 - before.count));
    this.known.set(key, { upTo: last, count });
    return count;
  }
}
