import type { EventFilter, EventPage, ReadAllOptions } from '../../event-store.port.js';
import { isAtOrAfter, type Position } from '../../position.js';
import { toUnavailable } from '../connection/client-faults.js';
import type { LogConnection } from '../connection/log-connection.js';
import type { LogReads } from './log-reads.js';
import { OwnStretches } from './own-stretches.js';
import { PageDraft } from './page-draft.js';
import { RecordedBeginning } from './recorded-beginning.js';
import { SharedReads } from './shared-reads.js';

export interface LogPagesSettings {
  streamPrefix: string;
}

const pageBytes = 4 * 1024 * 1024;
/** Minimum events of one read: those that the types of the page leave out count too. */
const minRead = 500;
/**
 * Milliseconds after which a page is returned as it is: short, or empty at the place where it began while the server still
 * looks through events of others. The read goes on, and the next page from there waits for the same.
 */
const searchMs = 1_000;

const stillWalking = Symbol('still walking');

/**
 * `readAll`: reads of the server that it filters by the names of the streams, so that events of others cost a look of the
 * server at each and no more. It filters by the name or by the type, not by both: the types are told apart here. The end
 * of the log is looked at first; a read that ends before its count has then passed everything up to there.
 */
export class LogPages {
  private readonly stretches: OwnStretches;
  private readonly shared: SharedReads;

  constructor(
    connection: LogConnection,
    private readonly reads: LogReads,
    private readonly settings: LogPagesSettings,
  ) {
    const { streamPrefix } = settings;
    this.stretches = new OwnStretches(reads, new RecordedBeginning(connection, reads, streamPrefix), streamPrefix);
    this.shared = new SharedReads(reads);
  }

  /** @throws RangeError, EventStoreUnavailableError */
  async read(options: ReadAllOptions): Promise<EventPage> {
    if (!Number.isSafeInteger(options.limit) || options.limit < 1)
      throw new RangeError('The limit of a page is at least 1');
    return this.readTo(await this.reads.end(), options);
  }

  /** Reads a page up to a position that the log is known to reach, and that is its end as far as the caller cares. */
  async readTo(head: Position, { after, limit, ...filter }: ReadAllOptions): Promise<EventPage> {
    const { streamPrefix } = this.settings;
    const draft = new PageDraft(after, streamPrefix, filter, { events: limit, bytes: pageBytes });
    const until = performance.now() + searchMs;
    try {
      return draft.finish(await this.fill(draft, head, Math.max(limit, minRead), filter, until));
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  close(): void {
    this.shared.close();
  }

  /** Returns whether the draft has everything up to the head. */
  private async fill(
    draft: PageDraft,
    head: Position,
    count: number,
    filter: EventFilter,
    until: number,
  ): Promise<boolean> {
    const prefixes = this.prefixesOf(filter);
    const isWhole = filter.streamPrefixes === undefined;
    while (!draft.isFull) {
      if (isAtOrAfter(draft.position, head)) return true;
      const left = until - performance.now();
      if (left <= 0) return false;
      if ((await inTime(this.stretches.known(head), left)) === stillWalking) return false;
      const skipped = this.stretches.skip(draft.position);
      if (skipped !== draft.position) {
        draft.moveTo(skipped < head ? skipped : head);
        continue;
      }
      const begin = this.stretches.beginning(draft.position);
      const after = draft.position;
      const read = await inTime(
        this.shared.read({ after, begin, prefixes, count, head, last: isWhole ? this.stretches.last : undefined }),
        Math.max(1, until - performance.now()),
      );
      if (read === stillWalking) return false;
      if (isWhole) this.stretches.learn(after, read);
      for (const event of read.events) {
        if (draft.isFull) return false;
        draft.add(event);
      }
      if (read.isShort) draft.moveTo(read.head);
    }
    return false;
  }

  private prefixesOf({ streamPrefixes }: EventFilter): string[] {
    const { streamPrefix } = this.settings;
    const wanted = streamPrefixes?.map((prefix) => streamPrefix + prefix) ?? [];
    return wanted.length > 0 ? wanted : [streamPrefix];
  }
}

const inTime = async <T>(work: Promise<T>, ms: number): Promise<T | typeof stillWalking> => {
  const late = Promise.withResolvers<typeof stillWalking>();
  const timer = setTimeout(() => late.resolve(stillWalking), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // nobody may wait for it any more
  }
};
