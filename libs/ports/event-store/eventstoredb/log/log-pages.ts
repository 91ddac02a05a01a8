import type { EventPage, ReadAllOptions } from '../../event-store.port.js';
import { START } from '../../position.js';
import { toUnavailable } from '../connection/client-faults.js';
import type { LogConnection } from '../connection/log-connection.js';
import type { LogReads } from './log-reads.js';
import { LogSession } from './log-session.js';
import { PageDraft } from './page-draft.js';
import { SilenceError } from './stream-items.js';

export interface LogPagesSettings {
  streamPrefix: string;
  readTimeoutMs: number;
}

const pageBytes = 4 * 1024 * 1024;
/**
 * Milliseconds after which a page that the filter leaves empty is returned as it is, with the position that it
 * reached.
 */
const searchMs = 1_000;
/** Events of one read behind the last checkpoint, without the filter. */
const restEvents = 512;

/**
 * `readAll`: the beginning of a subscription, since the client's own read of the log has no filter. The subscription
 * says when it has sent the existing events, but not how far they reach; so the rest is read without the filter.
 */
export class LogPages {
  constructor(
    private readonly connection: LogConnection,
    private readonly reads: LogReads,
    private readonly settings: LogPagesSettings,
  ) {}

  async read({ after, limit, ...filter }: ReadAllOptions): Promise<EventPage> {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('The limit of a page is at least 1');
    const { streamPrefix } = this.settings;
    const draft = new PageDraft(after, streamPrefix, filter, { events: limit, bytes: pageBytes });
    // On 23.10 a subscription that begins behind an event that was scavenged skips the next.
    if (after !== START) for (const event of await this.reads.behind(after, 1)) draft.add(event);
    const { client } = this.connection;
    const session = new LogSession(client, draft.position, streamPrefix, filter);
    try {
      const hasCaughtUp = await this.fill(draft, session);
      return draft.finish(hasCaughtUp && (await this.readRest(draft)));
    } catch (error) {
      if (error instanceof SilenceError) this.connection.giveUp(client);
      throw toUnavailable(error);
    } finally {
      session.close();
    }
  }

  /** Returns whether everything was sent; otherwise the page is full, or it took too long. */
  private async fill(draft: PageDraft, session: LogSession): Promise<boolean> {
    const searchUntil = performance.now() + searchMs;
    while (!draft.isFull) {
      const item = await session.next(this.settings.readTimeoutMs);
      if (item === undefined) throw new Error('The server ended the read');
      if (item.kind === 'caught-up') return true;
      if (item.kind === 'event') draft.add(item.event);
      else draft.moveTo(item.position);
      if (draft.hasMoved && performance.now() > searchUntil) return false;
    }
    return false;
  }

  /** Returns whether the rest was read to the end. */
  private async readRest(draft: PageDraft): Promise<boolean> {
    const rest = await this.reads.behind(draft.position, restEvents);
    for (const event of rest) {
      if (draft.isFull) return false;
      draft.add(event);
    }
    return rest.length < restEvents;
  }
}
