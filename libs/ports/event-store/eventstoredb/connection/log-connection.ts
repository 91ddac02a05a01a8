import type { ConnectionString } from './connection-string.js';
import { createLogClient, type LogClient } from './log-client.js';

/**
 * The client in use. A client is given up when a call was not answered in time: its connection may be dead without an
 * error, and after a failed search for the cluster's leader it keeps the failure for ever.
 */
export class LogConnection {
  private current: LogClient;
  private used = false;
  private closed = false;

  constructor(private readonly connectionString: ConnectionString) {
    this.current = createLogClient(connectionString);
  }

  get client(): LogClient {
    this.used = true;
    return this.current;
  }

  /** Ends the calls of this client; the next ones go over a new connection. */
  giveUp(client: LogClient): void {
    if (this.current !== client || this.closed) return;
    this.current = createLogClient(this.connectionString);
    client.close();
  }

  close(): void {
    this.closed = true;
    if (this.used) this.current.close();
  }
}
