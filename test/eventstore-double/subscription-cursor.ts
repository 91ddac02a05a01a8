import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type EventFilter, parseFilter } from './event-filter.js';
import type { LogIndex } from './log-index.js';
import { parseStreamName } from './proposed-message.js';
import { checkpoint } from './read-response.js';
import { examinedAtOnce } from './readers.js';
import { streamDeleted } from './rpc-errors.js';
import type { LogPosition } from './stored-event.js';

/** The place of a subscription in the log. */
export interface SubscriptionCursor {
  /** The next message to send, or the number of events examined before it; undefined at the head of the log. */
  next(): Buffer | number | undefined;
}

class AllCursor implements SubscriptionCursor {
  private readonly log: LogIndex;
  private index: number;

  constructor(log: LogIndex, index: number) {
    this.log = log;
    this.index = index;
  }

  next(): Buffer | undefined {
    const event = this.log.at(this.index);
    if (event !== undefined) this.index += 1;
    return event?.message;
  }
}

/** Sends a checkpoint after every interval of examined events, whether they matched or not. */
class FilteredCursor implements SubscriptionCursor {
  private readonly log: LogIndex;
  private readonly filter: EventFilter;
  private index: number;
  private considered = 0;
  private examined = 0;
  private due: LogPosition | undefined;

  constructor(log: LogIndex, index: number, filter: EventFilter) {
    this.log = log;
    this.index = index;
    this.filter = filter;
  }

  next(): Buffer | number | undefined {
    for (;;) {
      if (this.examined >= examinedAtOnce) {
        const { examined } = this;
        this.examined = 0;
        return examined;
      }
      if (this.due !== undefined) {
        const message = checkpoint(this.due);
        this.due = undefined;
        return message;
      }
      const event = this.log.at(this.index);
      if (event === undefined) return undefined;
      this.index += 1;
      this.considered += 1;
      this.examined += 1;
      if (this.considered >= this.filter.checkpointInterval) {
        this.considered = 0;
        this.due = event;
      }
      if (this.filter.accepts(event)) return event.message;
    }
  }
}

class StreamCursor implements SubscriptionCursor {
  private readonly log: LogIndex;
  private readonly stream: string;
  private revision: number;

  constructor(log: LogIndex, stream: string, revision: number) {
    this.log = log;
    this.stream = stream;
    this.revision = revision;
  }

  next(): Buffer | undefined {
    const stream = this.log.stream(this.stream);
    if (stream === undefined) return undefined;
    const last = this.log.lastVisibleRevision(stream);
    const revision = Math.max(this.revision, stream.firstReadable(last));
    if (revision > last) return undefined;
    this.revision = revision + 1;
    return stream.events[revision]?.message;
  }
}

const streamCursor = (log: LogIndex, options: ReadReq.Options.StreamOptions): SubscriptionCursor => {
  const name = parseStreamName(options.getStreamIdentifier());
  const stream = log.stream(name);
  if (stream?.tombstone !== undefined) throw streamDeleted(name);
  const last = stream === undefined ? -1 : log.lastVisibleRevision(stream);
  // A subscription starts behind the revision that it names.
  const first = options.hasRevision() ? Number(options.getRevision()) + 1 : options.hasEnd() ? last + 1 : 0;
  return new StreamCursor(log, name, first);
};

const indexBehind = (log: LogIndex, options: ReadReq.Options.AllOptions): number => {
  const position = options.getPosition();
  if (position === undefined) return options.hasEnd() ? log.length : 0;
  const prepare = BigInt(position.getPreparePosition()) + 1n;
  return log.indexOf({ commit: BigInt(position.getCommitPosition()), prepare });
};

/** @throws ServiceError when the stream is tombstoned */
export const subscriptionCursor = (log: LogIndex, options: ReadReq.Options): SubscriptionCursor => {
  const stream = options.getStream();
  if (stream !== undefined) return streamCursor(log, stream);
  const all = options.getAll();
  const index = all === undefined ? log.length : indexBehind(log, all);
  const filter = options.getFilter();
  return filter === undefined ? new AllCursor(log, index) : new FilteredCursor(log, index, parseFilter(filter));
};
