import { Client, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';

export interface ChannelListener {
  onNotice: (payload: string) => void;
  /** Called whenever listening has begun: what was notified before that was missed. */
  onListening?: () => void;
  /** Called when the connection is lost. */
  onLost?: () => void;
}

export interface DirectConnectionSettings {
  /** Leads to the server itself: a pooler in transaction mode delivers no notifications. */
  connectionString: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Milliseconds; 5,000 when omitted. */
  connectTimeoutMs?: number;
}

/**
 * The one connection of a process that stays with its session: all channels are listened to over it, and short statements
 * go over it that must not wait for a pool. It is opened when it is first needed, and again whenever it breaks.
 */
export class DirectConnection {
  private readonly channels = new Map<string, Set<ChannelListener>>();
  private readonly closing = new AbortController();
  private opened: Promise<Client> | undefined;
  /** The client while it listens to all channels. */
  private listening: Client | undefined;
  private keeping: Promise<void> | undefined;

  constructor(private readonly settings: DirectConnectionSettings) {}

  /** Listens, from the next connection on if none is open, until the returned function is called. */
  listen(channel: string, listener: ChannelListener): () => void {
    const others = this.channels.get(channel);
    if (others === undefined) {
      this.channels.set(channel, new Set([listener]));
      this.send(`listen ${channel}`, () => listener.onListening?.());
    } else {
      others.add(listener);
      if (this.listening !== undefined) listener.onListening?.();
    }
    this.keeping ??= this.keep();
    return () => this.leave(channel, listener);
  }

  /** Sends a statement. Rejects at once while the connection is broken. */
  async query<Row extends QueryResultRow>(query: QueryConfig): Promise<QueryResult<Row>> {
    this.keeping ??= this.keep();
    if (this.opened === undefined) throw new Error('The connection is closed');
    return (await this.opened).query<Row>(query);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.keeping;
  }

  private leave(channel: string, listener: ChannelListener): void {
    const listeners = this.channels.get(channel);
    if (listeners?.delete(listener) !== true || listeners.size > 0) return;
    this.channels.delete(channel);
    this.send(`unlisten ${channel}`, () => undefined);
  }

  /** Sends it where the connection is open; as one opens it listens to all channels anyway. */
  private send(statement: string, onDone: () => void): void {
    const client = this.listening;
    client?.query(statement).then(onDone, () => end(client));
  }

  private async keep(): Promise<void> {
    const { signal } = this.closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      if (await this.openUntilLost(signal)) failures = 0;
      await pause(backoff(failures), signal, { ref: false });
    }
    this.opened = undefined;
  }

  /** Stays open until the connection is lost; returns whether it was listening. */
  private async openUntilLost(signal: AbortSignal): Promise<boolean> {
    const { connectionString, applicationName, connectTimeoutMs = 5_000 } = this.settings;
    const lost = Promise.withResolvers<void>();
    const client = new Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      // Statements of several callers may be under way. One that times out closes the connection, which others wait on.
      pipeline: true,
    });
    client.on('error', () => lost.resolve());
    client.on('end', () => lost.resolve());
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onNotice } of this.channels.get(channel) ?? []) onNotice(payload);
    });
    const stop = () => lost.resolve();
    signal.addEventListener('abort', stop);
    this.opened = client.connect().then(() => client);
    try {
      await this.opened;
      await this.listenToAll(client);
      await lost.promise;
      return true;
    } catch {
      return false;
    } finally {
      signal.removeEventListener('abort', stop);
      this.listening = undefined;
      end(client);
      for (const { onLost } of this.listeners()) onLost?.();
    }
  }

  private async listenToAll(client: Client): Promise<void> {
    this.listening = client;
    const channels = [...this.channels.keys()];
    if (channels.length === 0) return;
    await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    for (const { onListening } of this.listeners()) onListening?.();
  }

  private listeners(): ChannelListener[] {
    return [...this.channels.values()].flatMap((listeners) => [...listeners]);
  }
}

const end = (client: Client): void => void client.end().catch(() => undefined);
