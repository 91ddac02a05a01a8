import {
  type AllStreamResolvedEvent,
  eventTypeFilter,
  type Filter,
  type Position as ServerPosition,
  streamNameFilter,
} from '@eventstore/db-client';
import type { EventFilter } from '../../event-store.port.js';
import type { Position } from '../../position.js';
import type { LogClient } from '../connection/log-client.js';
import { fromPosition, toPosition } from './log-position.js';
import { StreamItems } from './stream-items.js';
import type { Waker } from './waker.js';

/** One item of a subscription, in the order of the log. */
type LogItem =
  | { kind: 'event'; event: AllStreamResolvedEvent }
  /** Everything up to this position was sent or filtered out. */
  | { kind: 'checkpoint'; position: Position }
  /** Everything that was in the log as the subscription began was sent. */
  | { kind: 'caught-up' };

/** Number of events that the server examines at once: it gives a checkpoint after each such run without a match. */
const searchWindow = 64;
/** Items that wait in the client; 64 MiB of events of the maximum size. */
const highWaterMark = 64;

/**
 * The filter that the server applies. It filters by the type or by the stream, not by both, and by prefixes of them:
 * the rest is filtered here.
 */
const toServerFilter = (
  streamPrefix: string,
  { types, streamPrefixes }: EventFilter,
  checkpointReached: (subscription: unknown, reached: ServerPosition) => void,
): Filter => {
  const options = { maxSearchWindow: searchWindow, checkpointInterval: 1, checkpointReached };
  if (types !== undefined && types.length > 0) return eventTypeFilter({ ...options, prefixes: [...types] });
  const wanted = streamPrefixes?.map((prefix) => streamPrefix + prefix) ?? [];
  return streamNameFilter({ ...options, prefixes: wanted.length > 0 ? wanted : [streamPrefix] });
};

interface Mark {
  mark: LogItem;
}

const isMark = (read: AllStreamResolvedEvent | Mark): read is Mark => 'mark' in read;

/**
 * One subscription to the log, from a position until it ends. The server stops sending while no item is taken
 * (backpressure).
 */
export class LogSession {
  private readonly items: StreamItems<AllStreamResolvedEvent | Mark>;

  constructor(client: LogClient, after: Position, streamPrefix: string, filter: EventFilter, waker?: Waker) {
    const subscription = client.subscribeToAll(
      {
        fromPosition: fromPosition(after),
        // If this threw or rejected, the subscription would stand still without an error.
        filter: toServerFilter(streamPrefix, filter, (_, reached) => {
          const position = toPosition(reached);
          if (position !== undefined) mark({ kind: 'checkpoint', position });
        }),
      },
      { highWaterMark },
    );
    // Checkpoints come beside the events; put among them they keep their place.
    const mark = (item: LogItem) => void subscription.push({ mark: item } satisfies Mark);
    subscription.on('caughtUp', () => mark({ kind: 'caught-up' }));
    this.items = new StreamItems(subscription, () => subscription.unsubscribe(), waker);
  }

  take(): LogItem | undefined {
    const item = this.items.take();
    return item && LogSession.toItem(item);
  }

  /**
   * Returns the next item; undefined at the end.
   * @throws SilenceError, or the error that ended the subscription
   */
  async next(ms: number): Promise<LogItem | undefined> {
    const item = await this.items.next(ms);
    return item && LogSession.toItem(item);
  }

  get over(): { error: Error | undefined } | undefined {
    return this.items.over;
  }

  close(): void {
    this.items.close();
  }

  private static toItem(item: AllStreamResolvedEvent | Mark): LogItem {
    return isMark(item) ? item.mark : { kind: 'event', event: item };
  }
}
