import type { Pool } from 'pg';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
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
import { BehindArchiveError } from './append-statement.js';
import type { OpenArchives } from './archive/log-archives.js';
import { outcomeByReading } from './archived-repeat.js';
import { CommitSignal } from './commit-signal.js';
import { EventReader } from './event-reader.js';
import { subscribe } from './log-subscription.js';

export interface PostgresEventStoreOptions {
  /** Straight to the server. */
  connectionString: string;
  /** Connections that the process has open already; the store opens and closes its own when omitted. */
  shared?: SharedConnections;
  /** Prefix of the names of its connections in `pg_stat_activity`; `transledger` when omitted. */
  applicationName?: string;
  /** Milliseconds to connect before a call rejects as unavailable; 2,000 when omitted. */
  connectTimeoutMs?: number;
  /** Milliseconds after which the outcome of an append is unknown; 10,000 when omitted. */
  appendTimeoutMs?: number;
  /** Milliseconds that one page may take; 30,000 when omitted. */
  readTimeoutMs?: number;
  /** Events in one transaction; 500 when omitted: beyond it a transaction takes longer and the rate hardly grows. */
  batchEvents?: number;
  /** Bytes of appends that may wait; more are refused as unavailable. 64 MiB when omitted. */
  waitingBytes?: number;
  /** Milliseconds after which a subscription polls in case a notification was lost; 1,000 when omitted. */
  pollMs?: number;
  /** Opens the blob store that has archives of the log, once one is read; without it their events are unavailable. */
  archives?: OpenArchives;
  /** Told of an archive that cannot be read, each time. */
  onFault?: (error: Error) => void;
}

export interface SharedConnections {
  pool: Pool;
  direct: DirectConnection;
}

/** Connections that a store with a pool of its own reads over. */
const ownReadConnections = 4;
const noArchives: OpenArchives = async () => {
  throw new Error('no blob store is open');
};

const batchBytes = 4 * 1024 * 1024;
/**
 * Milliseconds that limit a subscription at the end of a busy log to 50 reads a second, and to 10 where other events
 * fill it.
 */
const gatherMs = 20;
const gatherOthersMs = 100;

const openOwn = (connectionString: string, name: string, connectTimeoutMs: number): SharedConnections => ({
  pool: createPool({
    connectionString,
    max: ownReadConnections,
    applicationName: `${name} event store reads`,
    connectTimeoutMs,
  }),
  direct: new DirectConnection({
    connectionString,
    applicationName: `${name} event store notifications`,
    connectTimeoutMs,
  }),
});

class PostgresEventStore implements EventStore {
  private readonly appends: AppendConnection;
  private readonly batcher: AppendBatcher;
  private readonly reader: EventReader;
  private readonly commits: CommitSignal;
  /** Connections that nobody else uses. */
  private readonly own: SharedConnections | undefined;
  private readonly pollMs: number;
  private readonly closing = new AbortController();
  private closed: Promise<void> | undefined;

  constructor(options: PostgresEventStoreOptions) {
    const { connectionString, applicationName = 'transledger', connectTimeoutMs = 2_000 } = options;
    this.appends = new AppendConnection({
      connectionString,
      applicationName: `${applicationName} appends`,
      connectTimeoutMs,
      appendTimeoutMs: options.appendTimeoutMs ?? 10_000,
    });
    this.batcher = new AppendBatcher((requests) => this.appends.send(requests), {
      events: options.batchEvents ?? 500,
      bytes: batchBytes,
      waitingBytes: options.waitingBytes ?? 64 * 1024 * 1024,
    });
    const { pool, direct } = options.shared ?? openOwn(connectionString, applicationName, connectTimeoutMs);
    if (options.shared === undefined) this.own = { pool, direct };
    this.reader = new EventReader({
      pool,
      readTimeoutMs: options.readTimeoutMs ?? 30_000,
      archives: options.archives ?? noArchives,
      onFault: options.onFault ?? (() => undefined),
    });
    this.commits = new CommitSignal(direct);
    this.pollMs = options.pollMs ?? 1_000;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    const request = toAppendRequest(stream, events, expected);
    try {
      return await this.batcher.append(request);
    } catch (error) {
      if (!(error instanceof BehindArchiveError)) throw error;
      return outcomeByReading(this, request, error.actual);
    }
  }

  readStream(stream: string, options: ReadStreamOptions = {}): AsyncIterable<RecordedEvent> {
    return this.reader.readStream(stream, options);
  }

  async readAll(options: ReadAllOptions): Promise<EventPage> {
    const { events, position, atEnd } = await this.reader.readAll(options);
    return { events, position, atEnd };
  }

  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage> {
    const signal = anySignal([options.signal, this.closing.signal]);
    return subscribe(
      (page) => this.reader.readAll(page),
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
    this.commits.close();
    await Promise.all([this.appends.close(), this.own?.pool.end(), this.own?.direct.close()]);
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
