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
  /** Then a call rejects as unavailable. 2,000 ms. */
  connectTimeoutMs?: number;
  /** Then the outcome of an append is unknown. 10,000 ms. */
  appendTimeoutMs?: number;
  /** Of one page. 30,000 ms. */
  readTimeoutMs?: number;
  /** Connections that read; one more writes, and one listens once there is a subscription. 4. */
  readConnections?: number;
  /** Events in one transaction. 500: beyond it a transaction takes longer and the rate hardly grows. */
  batchEvents?: number;
  /** Bytes of appends that may wait; more are refused as unavailable. 64 MiB. */
  waitingBytes?: number;
  /** How often a subscription looks whether a notification was lost. 1,000 ms. */
  pollMs?: number;
}

const batchBytes = 4 * 1024 * 1024;
/** At the end of a busy log a subscription reads at most 50 times a second, and 10 times where it is busy with others. */
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

  /** Answers the appends that were accepted, ends the subscriptions, then the connections. */
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
