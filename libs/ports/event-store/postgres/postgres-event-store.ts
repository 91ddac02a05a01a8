import { anySignal } from '#libs/platform/async/any-signal.js';
import { AppendBatcher } from '../append-batcher.js';
import { toAppendRequest } from '../append-request.js';
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
import type { Position } from '../position.js';
import { AppendConnection } from './append-connection.js';
import { CommitSignal } from './commit-signal.js';
import { EventReader } from './event-reader.js';
import { subscribe } from './log-subscription.js';

export interface PostgresEventStoreOptions {
  connectionString: string;
  /** Milliseconds to connect before a call rejects as unavailable; 2,000 when omitted. */
  connectTimeoutMs?: number;
  /** Milliseconds after which the outcome of an append is unknown; 10,000 when omitted. */
  appendTimeoutMs?: number;
  /** Milliseconds that one page may take; 30,000 when omitted. */
  readTimeoutMs?: number;
  /** Connections that read; 4 when omitted. One more writes, and one listens once there is a subscription. */
  readConnections?: number;
  /** Events in one transaction; 500 when omitted: beyond it a transaction takes longer and the rate hardly grows. */
  batchEvents?: number;
  /** Bytes of appends that may wait; more are refused as unavailable. 64 MiB when omitted. */
  waitingBytes?: number;
  /** Milliseconds after which a subscription polls in case a notification was lost; 1,000 when omitted. */
  pollMs?: number;
}

const batchBytes = 4 * 1024 * 1024;
/**
 * Milliseconds that limit a subscription at the end of a busy log to 50 reads a second, and to 10 where other events
 * fill it.
 */
const gatherMs = 20;
const gatherOthersMs = 100;

class PostgresEventStore implements EventStore {
  private readonly appends: AppendConnection;
  private readonly batcher: AppendBatcher;
  private readonly reader: EventReader;
  private readonly commits: CommitSignal;
  private readonly pollMs: number;
  private readonly closing = new AbortController();
  private closed: Promise<void> | undefined;

  constructor(options: PostgresEventStoreOptions) {
    const { connectionString, connectTimeoutMs = 2_000 } = options;
    this.appends = new AppendConnection({
      connectionString,
      connectTimeoutMs,
      appendTimeoutMs: options.appendTimeoutMs ?? 10_000,
    });
    this.batcher = new AppendBatcher((requests) => this.appends.send(requests), {
      events: options.batchEvents ?? 500,
      bytes: batchBytes,
      waitingBytes: options.waitingBytes ?? 64 * 1024 * 1024,
    });
    this.reader = new EventReader({
      connectionString,
      connectTimeoutMs,
      readTimeoutMs: options.readTimeoutMs ?? 30_000,
      connections: options.readConnections ?? 4,
    });
    this.commits = new CommitSignal(connectionString, connectTimeoutMs);
    this.pollMs = options.pollMs ?? 1_000;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    return this.batcher.append(toAppendRequest(stream, events, expected));
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    return this.reader.readStream(stream, options);
  }

  readAll(options: ReadAllOptions): Promise<EventPage> {
    return this.reader.readAll(options);
  }

  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage> {
    const signal = anySignal([options.signal, this.closing.signal]);
    return subscribe(
      (page) => this.readAll(page),
      this.commits,
      { ...options, signal },
      {
        pollMs: this.pollMs,
        gatherMs,
        gatherOthersMs,
      },
    );
  }

  head(): Promise<Position> {
    return this.reader.head();
  }

  /** Settles the accepted appends, ends the subscriptions, then the connections. */
  close(): Promise<void> {
    this.closed ??= this.closeOnce();
    return this.closed;
  }

  private async closeOnce(): Promise<void> {
    this.closing.abort();
    await this.batcher.close();
    await Promise.all([this.appends.close(), this.reader.close(), this.commits.close()]);
  }
}

/**
 * Opens the event store that `migrateEventStore` made in a database.
 * @throws EventStoreUnavailableError when the server cannot be reached or the schema is missing
 */
export const connectPostgresEventStore = async (options: PostgresEventStoreOptions): Promise<EventStore> => {
  const store = new PostgresEventStore(options);
  try {
    await store.head();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
