import type { ConnectionString } from './connection-string.js';
import { createLogClient, type LogClient } from './log-client.js';

/**
 * The client in use. A client is given up where a call was not answered in time: its connection may be dead without
 * having said so, and after a failed search for the cluster's leader it keeps the failure for ever.
 */
export class LogConnection {
  #client: LogClient;
  #used = false;
  #closed = false;

  constructor(private readonly connectionString: ConnectionString) {
    this.#client = createLogClient(connectionString);
  }

  get client(): LogClient {
    this.#used = true;
    return this.#client;
  }

  /** Ends the calls of this client; the next ones go over a new connection. */
  giveUp(client: LogClient): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = createLogClient(this.connectionString);
    client.close();
  }

  close(): void {
    this.#closed = true;
    if (this.#used) this.#client.close();
  }
}
