import { anySignal } from '#libs/platform/async/any-signal.js';
import { NextFlight } from '#libs/platform/async/next-flight.js';
import { type AppendRequest, toAppendRequest } from '../append-request.js';
import { EventStoreUnavailableError, PartlyRepeatedError, WrongExpectedRevisionError } from '../event-store.errors.js';
import type {
  AppendResult,
  EventPage,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
  SubscribeOptions,
} from '../event-store.port.js';
import { isAtOrAfter, type Position, START } from '../position.js';
import { Appender } from './append/appender.js';
import { parseConnectionString } from './connection/connection-string.js';
import { LogConnection } from './connection/log-connection.js';
import { LogFollower } from './log/log-follower.js';
import { LogPages } from './log/log-pages.js';
import { LogReads } from './log/log-reads.js';
import { LogTail } from './log/log-tail.js';
import { positionOf, toRecordedEvent } from './log/recorded-events.js';

export interface EventStoreDbOptions {
  /** `EVENTSTORE_URL`: see `parseConnectionString`. */
  url: string;
  /** Then the outcome of an append is unknown. 10,000 ms. */
  appendTimeoutMs?: number;
  /** Longest silence of a read. 30,000 ms. */
  readTimeoutMs?: number;
  /**
   * Begins the names of our streams in EventStoreDB and tells them from those of other applications, so no other
   * application's streams may begin with it. `transledger-`.
   */
  streamPrefix?: string;
  /** How often a quiet subscription asks for the end of the log. 1,000 ms. */
  pollMs?: number;
  /** Then a subscription that does not send what is in the log is opened again. 2,000 ms. */
  stallMs?: number;
  /** Told what was mended in the background: a broken subscription, an option without effect. */
  onFault?: (error: Error) => void;
}

/** How long a call is tried again that does not reach the server: long enough to find a new leader. */
const unreachableMs = 1_000;
const waitingBytes = 64 * 1024 * 1024;

class EventStoreDbEventStore implements EventStore {
  readonly #streamPrefix: string;
  readonly #connection: LogConnection;
  readonly #reads: LogReads;
  readonly #tail: LogTail;
  readonly #appender: Appender;
  readonly #pages: LogPages;
  readonly #follower: LogFollower;
  readonly #end = new NextFlight(() => this.#readEnd());
  readonly #closing = new AbortController();
  readonly #appending = new Set<Promise<unknown>>();
  #appendingBytes = 0;
  #oriented: Promise<unknown> | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: EventStoreDbOptions) {
    const { streamPrefix = 'transledger-', readTimeoutMs = 30_000, onFault = () => undefined } = options;
    if (streamPrefix === '' || streamPrefix.startsWith('$')) {
      throw new RangeError('The prefix of the streams is a text that does not begin with $');
    }
    const connectionString = parseConnectionString(options.url);
    for (const warning of connectionString.warnings) onFault(new Error(warning));
    const connection = new LogConnection(connectionString);
    const reads = new LogReads(connection, { readTimeoutMs, unreachableMs });
    const tail = new LogTail(connection, onFault);
    this.#streamPrefix = streamPrefix;
    this.#connection = connection;
    this.#reads = reads;
    this.#tail = tail;
    this.#appender = new Appender(connection, { appendTimeoutMs: options.appendTimeoutMs ?? 10_000, unreachableMs });
    this.#pages = new LogPages(connection, reads, { streamPrefix, readTimeoutMs });
    this.#follower = new LogFollower(
      { connection, reads, tail },
      { streamPrefix, pollMs: options.pollMs ?? 1_000, stallMs: options.stallMs ?? 2_000, onFault },
    );
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const request = toAppendRequest(stream, events, expected);
    if (this.#closing.signal.aborted) throw new EventStoreUnavailableError('The event store is closed');
    if (this.#appendingBytes + request.bytes > waitingBytes) {
      throw new EventStoreUnavailableError('Too many appends wait to be written');
    }
    const appending = this.#append(request);
    this.#appendingBytes += request.bytes;
    this.#appending.add(appending);
    try {
      return await appending;
    } finally {
      this.#appending.delete(appending);
      this.#appendingBytes -= request.bytes;
    }
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncGenerator<RecordedEvent, void, undefined> {
    for await (const read of this.#reads.stream(this.#streamPrefix + stream, options)) {
      const event = toRecordedEvent(this.#streamPrefix, read);
      if (event !== undefined) yield event;
    }
  }

  readAll(options: ReadAllOptions): Promise<EventPage> {
    return this.#pages.read(options);
  }

  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage> {
    const signal = anySignal([options.signal, this.#closing.signal]);
    return this.#follower.follow({ ...options, signal });
  }

  /**
   * The newest event of whatever application, since the client cannot read the newest of ours without reading all
   * behind it. Every reader gets there: a subscription by checkpoints and by looking behind the last of them, a page
   * by reading to the end. It is asked of the node that leads, so it lies at or behind every append acknowledged.
   */
  head(): Promise<Position> {
    return this.#end.run();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #readEnd(): Promise<Position> {
    const position = await this.#reads.end();
    this.#tail.observe(position);
    return position;
  }

  /**
   * The server answers a repeat as if it wrote, with the earlier position. So an answer at or before what was known to
   * be in the log as the call began is a repeat.
   */
  async #append(request: AppendRequest): Promise<AppendResult> {
    this.#oriented ??= this.head().catch(() => {
      this.#oriented = undefined;
    });
    await this.#oriented;
    const known = this.#tail.position;
    const name = this.#streamPrefix + request.stream;
    const appended = await this.#appender.append(name, request);
    if (appended.kind === 'conflict') throw await this.#toError(request, appended.actual);
    const position = appended.position ?? (await this.#positionAt(name, appended.revision));
    this.#tail.observe(position);
    return { revision: appended.revision, position, repeated: isAtOrAfter(known, position) };
  }

  /** The server calls it a conflict too when only the first of the events are at the slots that are expected. */
  async #toError(request: AppendRequest, actual: number | undefined): Promise<Error> {
    const conflict = new WrongExpectedRevisionError(request.stream, request.expected, actual);
    const from = request.expected === 'no-stream' ? 0 : request.expected + 1;
    if (actual === undefined || actual < from) return conflict;
    const knownIds: string[] = [];
    let position = START;
    const slots = this.#reads.stream(this.#streamPrefix + request.stream, { from, limit: request.events.length });
    for await (const slot of slots) {
      if (slot.event?.id !== request.events[knownIds.length]?.id) break;
      knownIds.push(String(slot.event?.id));
      position = positionOf(slot);
    }
    return knownIds.length === 0 ? conflict : new PartlyRepeatedError(request.stream, knownIds, position);
  }

  async #positionAt(name: string, revision: number): Promise<Position> {
    for await (const read of this.#reads.stream(name, { from: revision, limit: 1 })) return positionOf(read);
    throw new EventStoreUnavailableError('The event store does not give back what it says it has written');
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#appending);
    await this.#tail.close();
    this.#appender.close();
    this.#connection.close();
  }
}

/**
 * Opens the event store on EventStoreDB or KurrentDB, 23.10 and later. Connects when it is first used, and again
 * whenever it must; while the server cannot be reached, calls reject.
 * @throws RangeError when the URL or the prefix is malformed
 */
export const connectEventStoreDb = (options: EventStoreDbOptions): EventStore => new EventStoreDbEventStore(options);
