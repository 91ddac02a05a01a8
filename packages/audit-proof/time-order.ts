/** Entries that say an earlier time than those before them. */
export interface OlderEntries {
  count: number;
  /** Ids of the first of them, at most `maxNamed`. */
  ids: readonly string[];
}

/** Milliseconds that an attempt at a request holds it without a sign of life, and that an entry may be older by. */
const leaseMs = 30_000;
const maxNamed = 20;

/**
 * Finds the entries that are older than their neighbour, the one before that is not found so itself, by more than a
 * lease. The order of a log is proven; times are what the service said.
 */
export class TimeOrder {
  private before = Number.NEGATIVE_INFINITY;
  private count = 0;
  private readonly ids: string[] = [];

  /** The entries found so far. */
  get older(): OlderEntries {
    return { count: this.count, ids: [...this.ids] };
  }

  /** Takes the entry that comes next. One that counts several acts says itself from when to when they were. */
  take(id: string, { timestamp, metadata }: { timestamp: string; metadata: object }): void {
    const time = Date.parse(timestamp);
    if (Number.isNaN(time) || 'last_at' in metadata) return;
    if (this.before - time <= leaseMs) {
      this.before = time;
      return;
    }
    this.count += 1;
    if (this.ids.length < maxNamed) this.ids.push(id);
  }
}
