import { anySignal } from '#libs/platform/async/any-signal.js';
import { NextFlight } from '#libs/platform/async/next-flight.js';
import { type AppendRequest, toAppendRequest } from '../append-request.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '../event-store.errors.js';
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
import { isAtOrAfter, type Position } from '../position.js';
import { Appender } from './append/appender.js';
import { judgeConflict } from './append/judge-conflict.js';
import { LogFaultError } from './connection/client-faults.js';
import { parseConnectionString } from './connection/connection-string.js';
import { LogConnection } from './connection/log-connection.js';
import { LogFollower } from './log/log-follower.js';
import { LogPages } from './log/log-pages.js';
import { LogPulse } from './log/log-pulse.js';
import { LogReads } from './log/log-reads.js';
import { positionOf, toRecordedEvent } from './log/recorded-events.js';
import { ScanThread } from './scan/scan-thread.js';
import { ScannedPages } from './scan/scanned-pages.js';

export interface EventStoreDbOptions {
  /** Connection string in the form of `EVENTSTORE_URL`: see `parseConnectionString`. */
  url: string;
  /** Milliseconds after which the outcome of an append is unknown; 10,000 when omitted. */
  appendTimeoutMs?: number;
  /** Milliseconds that a read may be silent; 30,000 when omitted. */
  readTimeoutMs?: number;
  /**
   * Prefix of the names of our streams in EventStoreDB, which tells them from those of other applications, so no
   * other application's streams may begin with it; `transledger-` when omitted.
   */
  streamPrefix?: string;
  /** Milliseconds between two looks of all subscriptions at the end of the log; 200 when omitted. */
  pollMs?: number;
  /** Milliseconds between two questions whether the server still answers; 1,000 when omitted. */
  heartbeatMs?: number;
  /** Receives faults that were mended in the background: a broken subscription, an option without effect. */
  onFault?: (error: Error) => void;
}

/** Milliseconds for which a call that does not reach the server is tried again: enough to find a new leader. */
const unreachableMs = 1_000;
/** Milliseconds that the thread of a scan waits for another page; it takes some tens of MiB. */
const scanIdleMs = 10_000;
const waitingBytes = 64 * 1024 * 1024;

class EventStoreDbEventStore implements EventStore {
  private readonly streamPrefix: string;
  private readonly connection: LogConnection;
  private readonly reads: LogReads;
  private readonly pulse: LogPulse;
  private readonly followed: LogPages;
  private readonly appender: Appender;
  private readonly pages: ScannedPages;
  private readonly follower: LogFollower;
  private readonly end = new NextFlight(() => this.readEnd());
  private readonly closing = new AbortController();
  private readonly appending = new Set<Promise<unknown>>();
  private appendingBytes = 0;
  private oriented: Promise<unknown> | undefined;
  private closed: Promise<void> | undefined;

  constructor(options: EventStoreDbOptions) {
    const { streamPrefix = 'transledger-', readTimeoutMs = 30_000, onFault = () => undefined } = options;
    if (streamPrefix === '' || streamPrefix.startsWith('$')) {
      throw new RangeError('The prefix of the streams is a text that does not begin with $');
    }
    const connectionString = parseConnectionString(options.url);
    for (const warning of connectionString.warnings) onFault(new LogFaultError(warning));
    const { heartbeatMs = 1_000 } = options;
    const connection = new LogConnection(connectionString, { heartbeatMs, onFault });
    const reads = new LogReads(connection, { readTimeoutMs, unreachableMs });
    const pulse = new LogPulse(reads, { pollMs: options.pollMs ?? 200, onFault });
    const pages = new LogPages(connection, reads, { streamPrefix });
    this.streamPrefix = streamPrefix;
    this.connection = connection;
    this.reads = reads;
    this.pulse = pulse;
    this.followed = pages;
    this.appender = new Appender(connection, { appendTimeoutMs: options.appendTimeoutMs ?? 10_000, unreachableMs });
    const scan = { url: options.url, streamPrefix, readTimeoutMs, unreachableMs, heartbeatMs };
    this.pages = new ScannedPages({
      pages,
      startThread: () => new ScanThread(scan, onFault),
      onFault,
      idleMs: scanIdleMs,
    });
    this.follower = new LogFollower({ pages, pulse }, onFault);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const request = toAppendRequest(stream, events, expected);
    if (this.closing.signal.aborted) throw new EventStoreUnavailableError('The event store is closed');
    if (this.appendingBytes + request.bytes > waitingBytes) {
      throw new EventStoreUnavailableError('Too many appends wait to be written');
    }
    const appending = this.appendOnce(request);
    this.appendingBytes += request.bytes;
    this.appending.add(appending);
    try {
      return await appending;
    } finally {
      this.appending.delete(appending);
      this.appendingBytes -= request.bytes;
    }
  }

  async *readStream(stream: string, options: ReadStreamOptions = {}): AsyncGenerator<RecordedEvent, void, undefined> {
    for await (const read of this.reads.stream(this.streamPrefix + stream, options)) {
      const event = toRecordedEvent(this.streamPrefix, read);
      if (event !== undefined) yield event;
    }
  }

  readAll(options: ReadAllOptions): Promise<EventPage> {
    return this.pages.read(options);
  }

  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage> {
    const signal = anySignal([options.signal, this.closing.signal]);
    return this.follower.follow({ ...options, signal });
  }

  /**
   * Returns the position of the newest event of any application: to read the newest of ours may take the server a look at
   * all behind it. Every reader gets there, since it looks at the end before it reads. The leader is asked, so it lies at
   * or behind every append acknowledged.
   */
  head(): Promise<Position> {
    return this.end.run();
  }

  close(): Promise<void> {
    this.closed ??= this.closeOnce();
    return this.closed;
  }

  private async readEnd(): Promise<Position> {
    const position = await this.reads.end();
    this.pulse.observe(position);
    return position;
  }

  /**
   * The server answers a repeat as if it wrote, with the earlier position. So a response at or before the position
   * that was known to be in the log as the call began is a repeat.
   */
  private async appendOnce(request: AppendRequest): Promise<AppendResult> {
    this.oriented ??= this.head().catch(() => {
      this.oriented = undefined;
    });
    await this.oriented;
    const known = this.pulse.position;
    const name = this.streamPrefix + request.stream;
    const appended = await this.appender.append(name, request);
    const read = (from: number, limit: number) => this.reads.stream(name, { from, limit });
    const { revision, position = await this.positionAt(name, revision) } =
      appended.kind === 'conflict' ? await judgeConflict(request, appended.actual, read) : appended;
    this.pulse.observe(position);
    return { revision, position, repeated: isAtOrAfter(known, position) };
  }

  private async positionAt(name: string, revision: number): Promise<Position> {
    for await (const read of this.reads.stream(name, { from: revision, limit: 1 })) return positionOf(read);
    throw new AppendOutcomeUnknownError('The event store does not give back what it says it has written');
  }

  private async closeOnce(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.appending);
    await this.pages.close();
    await this.pulse.close();
    this.followed.close();
    this.appender.close();
    this.connection.close();
  }
}

/**
 * Opens the event store on EventStoreDB or KurrentDB, 23.10 and later. It connects when it is first used, and again
 * whenever it must; while the server cannot be reached, calls reject.
 * @throws RangeError when the URL or the prefix is malformed
 */
export const connectEventStoreDb = (options: EventStoreDbOptions): EventStore => new EventStoreDbEventStore(options);
