import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { type EventFilter, parseFilter } from './event-filter.js';
import type { LogIndex } from './log-index.js';
import { parseStreamName } from './proposed-message.js';
import { streamNotFound } from './read-response.js';
import { examinedAtOnce } from './readers.js';
import { streamDeleted } from './rpc-errors.js';

const BACKWARDS = 1;

/**
 * Messages of a read; the last is the event that was the newest known at its start. A number stands for so many events
 * that were examined before the next message.
 */
export type Messages = Iterator<Buffer | number, void>;

function* take(messages: Iterable<Buffer | number>, count: number): Generator<Buffer | number, void> {
  let left = count;
  if (left <= 0) return;
  for (const message of messages) {
    yield message;
    if (typeof message === 'number') continue;
    left -= 1;
    if (left === 0) return;
  }
}

function* streamMessages(
  log: LogIndex,
  options: ReadReq.Options,
  from: ReadReq.Options.StreamOptions,
): Generator<Buffer> {
  const name = parseStreamName(from.getStreamIdentifier());
  const stream = log.stream(name);
  if (stream?.tombstone !== undefined) throw streamDeleted(name);
  const last = stream === undefined ? -1 : log.lastVisibleRevision(stream);
  const first = stream?.firstReadable(last) ?? 0;
  if (stream === undefined || last < 0 || stream.softDeleted) {
    yield streamNotFound(name);
    return;
  }
  if (options.getReadDirection() === BACKWARDS) {
    const start = from.hasRevision() ? Math.min(Number(from.getRevision()), last) : from.hasStart() ? 0 : last;
    for (let revision = start; revision >= first; revision -= 1)
      yield stream.events[revision]?.message ?? Buffer.alloc(0);
  } else {
    const start = from.hasRevision() ? Number(from.getRevision()) : from.hasEnd() ? last : 0;
    for (let revision = Math.max(start, first); revision <= last; revision += 1) {
      yield stream.events[revision]?.message ?? Buffer.alloc(0);
    }
  }
}

const startIndex = (log: LogIndex, from: ReadReq.Options.AllOptions): number => {
  const position = from.getPosition();
  if (position !== undefined) {
    return log.indexOf({
      commit: BigInt(position.getCommitPosition()),
      prepare: BigInt(position.getPreparePosition()),
    });
  }
  return from.hasEnd() ? log.length : 0;
};

function* allMessages(
  log: LogIndex,
  options: ReadReq.Options,
  from: ReadReq.Options.AllOptions,
  filter: EventFilter | undefined,
): Generator<Buffer | number> {
  const backwards = options.getReadDirection() === BACKWARDS;
  const start = startIndex(log, from);
  const end = log.length;
  let examined = 0;
  yield 1; // each read waits for a reader
  // Forwards a position is where reading starts; backwards it is where the events end.
  for (let index = backwards ? start - 1 : start; backwards ? index >= 0 : index < end; index += backwards ? -1 : 1) {
    const event = log.at(index);
    examined += 1;
    if (examined === examinedAtOnce) {
      yield examined;
      examined = 0;
    }
    if (event !== undefined && (filter === undefined || filter.accepts(event))) yield event.message;
  }
  if (examined > 0) yield examined;
}

/**
 * Sends the messages of a read with a count.
 * @throws ServiceError at the first message when the stream is tombstoned
 */
export const readMessages = (log: LogIndex, options: ReadReq.Options): Messages => {
  const count = Number(options.getCount());
  const stream = options.getStream();
  if (stream !== undefined) return take(streamMessages(log, options, stream), count);
  const filterOptions = options.getFilter();
  const filter = filterOptions === undefined ? undefined : parseFilter(filterOptions);
  const all = options.getAll();
  return all === undefined ? [].values() : take(allMessages(log, options, all, filter), count);
};
