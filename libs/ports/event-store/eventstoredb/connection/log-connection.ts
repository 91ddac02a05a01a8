import { setImmediate as turn } from 'node:timers/promises';
import { BACKWARDS, END } from '@eventstore/db-client';
import { pause } from '#libs/platform/async/pause.js';
import { SilenceError, StreamItems } from '../log/stream-items.js';
import { LogFaultError } from './client-faults.js';
import type { ConnectionString } from './connection-string.js';
import { createLogClient, type LogClient } from './log-client.js';

export interface LogConnectionSettings {
  /** Milliseconds between two questions whether the server still answers. */
  heartbeatMs: number;
  onFault: (error: Error) => void;
}

type Heartbeat = 'answered' | 'failed' | 'silent';

/** Milliseconds without any answer after which a node counts as dead; the shorter while another one is searched for. */
const silentMs = 2_000;
/** The same for a node that has no other beside it: it is only busy, or its connection is dead. */
const silentAloneMs = 10_000;
const searchingMs = 1_000;
/** Failed searches in a row, each by the shorter time; then a slow way to the server is assumed. */
const quickSearches = 4;

/**
 * The client in use. A client is given up when its node is silent, because a call was not answered in time or a
 * heartbeat was not: its connection may be dead without an error, and after a failed search for the cluster's leader a
 * client keeps the failure for ever. Of a cluster the other nodes are asked next who leads.
 *
 * The heartbeat asks for the end of the log. The client's own keepalive takes 20 s to notice a node that stands still
 * with its connections open, and says on the console that less is not recommended.
 */
export class LogConnection {
  private current: LogClient;
  private heardAt = 0;
  private searches = 0;
  private beating: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly connectionString: ConnectionString,
    private readonly settings: LogConnectionSettings,
  ) {
    this.current = createLogClient(connectionString);
  }

  get client(): LogClient {
    this.beating ??= this.beat();
    return this.current;
  }

  /** Notes that the server sent something to this client, so that it is not silent. */
  heard(client: LogClient): void {
    if (client === this.current) this.heardAt = performance.now();
  }

  /** Ends the calls of this client; the next ones go over a new connection. */
  giveUp(client: LogClient): void {
    if (this.current !== client || this.closing.signal.aborted) return;
    this.current = createLogClient(this.connectionString, {}, client.target);
    client.close();
  }

  close(): void {
    this.closing.abort();
    if (this.beating !== undefined) this.current.close();
  }

  private get hasOthers(): boolean {
    return this.connectionString.discover || this.connectionString.hosts.length > 1;
  }

  private async beat(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const client = this.current;
      const isSearching = this.hasOthers && this.searches > 0 && this.searches <= quickSearches;
      const limitMs = isSearching ? searchingMs : this.hasOthers ? silentMs : silentAloneMs;
      const heartbeat = await this.ask(client, limitMs);
      this.searches = heartbeat === 'silent' ? this.searches + 1 : 0;
      if (heartbeat !== 'silent' || signal.aborted) {
        await pause(this.settings.heartbeatMs, signal, { ref: false });
      } else {
        this.settings.onFault(
          new LogFaultError(`The event store does not answer for ${limitMs} ms; another connection is made`),
        );
        this.giveUp(client);
      }
    }
  }

  private async ask(client: LogClient, limitMs: number): Promise<Heartbeat> {
    const begun = performance.now();
    const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true });
    const items = new StreamItems(read, () => read.cancel());
    try {
      await items.next(limitMs);
      return 'answered';
    } catch (error) {
      if (!(error instanceof SilenceError)) return 'failed';
      // After a long turn of our own the timer is due before what has come meanwhile is read.
      await turn();
      await turn();
      return items.take() !== undefined || this.heardAt > begun ? 'answered' : 'silent';
    } finally {
      items.close();
    }
  }
}
