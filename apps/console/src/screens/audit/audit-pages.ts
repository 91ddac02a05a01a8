import type { AuditEntry, AuditEntryList, Pagination, People } from '@transledger/sdk';

export type Page = Pick<AuditEntryList, 'entries' | 'people' | 'pagination'>;

/** Asks for the page of a cursor; an empty one begins at the newest entry. */
export type FetchPage = (cursor: string) => Promise<Page>;

export interface AuditView {
  /** Entries that are known to be there, in view or not. */
  count: number;
  hasMore: boolean;
  isLoading: boolean;
  error: unknown;
  /** The place of the newest page in the list; undefined before it has come. */
  pagination: Pagination | undefined;
}

/** Pages whose entries are kept; others are asked for again by their cursors when they come into view. */
const maxKeptPages = 50;
/** Entries before the end of what is known at which the next page is asked for. */
const ahead = 50;
/** Newer entries that are kept before the list begins anew. */
const maxNewer = 5_000;

const start: AuditView = { count: 0, hasMore: true, isLoading: false, error: undefined, pagination: undefined };

/**
 * The entries of the log from the newest on, page by page, of which only those around the view are kept: a log of
 * millions takes no more memory than one of thousands, and what comes in view costs the same at each place.
 */
export class AuditPages {
  private view = start;
  /** Cursor and first place of each page that is known; the one that was not asked for yet is the last. */
  private places: { cursor: string; first: number }[] = [{ cursor: '', first: 0 }];
  /** Entries by the number of their page, in the order in which they came. */
  private readonly kept = new Map<number, readonly AuditEntry[]>();
  private newer: readonly AuditEntry[] = [];
  private newest = '';
  private wanted: readonly [first: number, last: number] = [0, 0];
  private isStopped = false;
  private readonly listeners = new Set<() => void>();
  people: People = {};

  constructor(private readonly fetchPage: FetchPage) {}

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): AuditView => this.view;

  /** Undefined for one that is on its way. */
  readonly entryAt = (place: number): AuditEntry | undefined => {
    const fresh = this.newer[place];
    if (fresh !== undefined) return fresh;
    const page = this.pageOf(place - this.newer.length);
    const entries = this.kept.get(page);
    return entries?.[place - this.newer.length - (this.places[page]?.first ?? 0)];
  };

  /** Says which places are in view. */
  want(first: number, last: number): void {
    this.wanted = [first, last];
    this.isStopped = false;
    void this.load();
  }

  /** Tries again what failed. */
  readonly retry = (): void => {
    this.show({ error: undefined });
    void this.load();
  };

  /** Nothing is shown any more: what is on its way is not taken. */
  stop(): void {
    this.isStopped = true;
  }

  /** Takes the newest page again, of which what came since goes before the rest. */
  addNewest({ entries, people, pagination }: Page): void {
    if (this.view.pagination === undefined) return;
    const since = entries.filter(({ id }) => id > this.newest);
    const hasGap = since.length === entries.length && pagination.has_more && this.newest !== '';
    if (hasGap || this.newer.length > maxNewer) {
      this.beginAnew();
      return;
    }
    if (since.length === 0) return;
    this.newer = [...since, ...this.newer];
    this.newest = since[0]?.id ?? this.newest;
    this.people = { ...this.people, ...people };
    this.show({ count: this.view.count + since.length, pagination });
  }

  private beginAnew(): void {
    this.places = [{ cursor: '', first: 0 }];
    this.kept.clear();
    this.newer = [];
    this.newest = '';
    this.show(start);
    void this.load();
  }

  private get end(): number {
    return this.places.at(-1)?.first ?? 0;
  }

  /** Number of the page that has a place, by halving. */
  private pageOf(place: number): number {
    let [low, high] = [0, this.places.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.places[middle]?.first ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The first page that is in view and not there; the next one where the view comes near to the end. */
  private missing(): number | undefined {
    const [first, last] = this.wanted.map((place) => Math.max(0, place - this.newer.length)) as [number, number];
    const isLast = (page: number) => page === this.places.length - 1;
    for (let page = this.pageOf(first); page <= this.pageOf(last); page += 1)
      if (!isLast(page) && !this.kept.has(page)) return page;
    return this.view.hasMore && last >= this.end - ahead ? this.places.length - 1 : undefined;
  }

  private async load(): Promise<void> {
    if (this.view.isLoading || this.view.error !== undefined) return;
    for (let page = this.missing(); page !== undefined && !this.isStopped; page = this.missing()) {
      const place = this.places[page];
      if (place === undefined) return;
      this.show({ isLoading: true });
      try {
        const found = await this.fetchPage(place.cursor);
        this.view = { ...this.view, isLoading: false };
        if (this.places[page] === place) this.take(page, found);
      } catch (error) {
        this.show({ isLoading: false, error });
        return;
      }
    }
  }

  private take(page: number, { entries, people, pagination }: Page): void {
    const isNew = page === this.places.length - 1;
    this.kept.delete(page);
    this.kept.set(page, entries);
    const [oldest] = this.kept.keys();
    if (this.kept.size > maxKeptPages && oldest !== undefined) this.kept.delete(oldest);
    if (Object.keys(people).some((id) => !(id in this.people))) this.people = { ...this.people, ...people };
    if (!isNew) {
      this.show({});
      return;
    }
    if (page === 0) this.newest = entries[0]?.id ?? '';
    const first = this.end + entries.length;
    const cursor = pagination.next_cursor;
    // Behind the last page nothing is asked for: its place says where the list ends.
    this.places.push({ cursor: cursor ?? '', first });
    this.show({
      count: first + this.newer.length,
      hasMore: cursor !== null,
      ...(page === 0 && { pagination }),
    });
  }

  private show(changes: Partial<AuditView>): void {
    this.view = { ...this.view, ...changes };
    for (const listener of this.listeners) listener();
  }
}
