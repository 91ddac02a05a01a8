import { Client, DatabaseError } from 'pg';
import { describeFault, isDataFault } from '#libs/platform/postgres/postgres-faults.js';
import { type AppendOutcome, BatchRefusedError } from '../append-batcher.js';
import type { AppendRequest } from '../append-request.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '../event-store.errors.js';
import { notificationChannel } from './append-function.js';
import { appendStatement, type OutcomeRow, toOutcomes } from './append-statement.js';
import { NotificationPace } from './notification-pace.js';

export interface AppendConnectionSettings {
  /** Leads to the server itself: the connection keeps a prepared statement and settings of its session. */
  connectionString: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  connectTimeoutMs: number;
  /**
   * Milliseconds from sending a batch to its result; then the connection is given up. Behind another writer's lock the
   * server refuses it after four fifths of that.
   */
  appendTimeoutMs: number;
}

/**
 * Returns whether the server said that it rolled the statement back. It did not where the backend is ended (57P) or
 * the connection is at fault (08): either may come after the commit.
 */
const isRolledBack = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(?:08|57P)/.test(error.code ?? '');

/** Part of the timeout of an append after which the server gives up waiting for a lock: its refusal comes in time. */
const lockedFor = 0.8;

/**
 * Behind a writer that stalls, an append is refused by the server, over a connection that stays, and not left waiting
 * in a backend of its own while another is opened for the next; the backend of a process that is gone ends by itself.
 */
const sessionOptions = (appendTimeoutMs: number): string =>
  `-c lock_timeout=${Math.round(appendTimeoutMs * lockedFor)} -c client_connection_check_interval=2000`;

/**
 * The one connection that appends go over, a batch at a time. It is opened when it is needed, and again
 * for the next batch after it broke.
 */
export class AppendConnection {
  private client: Client | undefined;
  private readonly pace = new NotificationPace(() => this.notify());

  constructor(private readonly settings: AppendConnectionSettings) {}

  /** @throws EventStoreUnavailableError, AppendOutcomeUnknownError, BatchRefusedError */
  async send(requests: readonly AppendRequest[]): Promise<AppendOutcome[]> {
    const client = this.client ?? (await this.connect());
    const notify = this.pace.isDue();
    try {
      // `pg` resolves at ReadyForQuery. The rows alone would prove nothing: they may be sent before the commit.
      const { rows } = await client.query<OutcomeRow>(appendStatement(requests, notify));
      this.pace.written(notify);
      return toOutcomes(requests, rows);
    } catch (error) {
      if (isDataFault(error)) throw new BatchRefusedError(describeFault(error));
      if (isRolledBack(error)) {
        throw new EventStoreUnavailableError(`The event store refused the append: ${describeFault(error)}`);
      }
      this.drop(client);
      throw new AppendOutcomeUnknownError(`The append was not answered: ${describeFault(error)}`);
    }
  }

  /** @throws EventStoreUnavailableError */
  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.settings.connectionString,
      application_name: this.settings.applicationName,
      connectionTimeoutMillis: this.settings.connectTimeoutMs,
      query_timeout: this.settings.appendTimeoutMs,
      keepAlive: true,
      options: sessionOptions(this.settings.appendTimeoutMs),
      // With it a query that times out closes the connection; without, it would block the next one.
      pipeline: true,
    });
    client.on('error', () => this.drop(client));
    client.on('end', () => this.drop(client));
    try {
      await client.connect();
    } catch (error) {
      this.drop(client);
      throw new EventStoreUnavailableError(`The event store cannot be reached: ${describeFault(error)}`);
    }
    this.client = client;
    return client;
  }

  /** Sends the notification that is still due, and closes. */
  async close(): Promise<void> {
    await this.pace.close();
    await this.client?.end();
  }

  /** Sends a hint that may be lost: every follower of the log also polls. */
  private async notify(): Promise<void> {
    const notification = { name: 'event_store_notify', text: `select pg_notify('${notificationChannel}', '')` };
    await this.client?.query(notification).catch(() => undefined);
  }

  private drop(client: Client): void {
    if (this.client === client) this.client = undefined;
    void client.end().catch(() => undefined);
  }
}
