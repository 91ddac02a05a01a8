import { randomUUID } from 'node:crypto';
import type { EventStoreUnderTest } from '../contract/under-test.contract.js';
import type { EventStore } from '../event-store.port.js';
import { parseConnectionString } from './connection/connection-string.js';
import { connectEventStoreDb, type EventStoreDbOptions } from './event-store-db.js';

/** URL of a real server to test against, in place of the double. */
export const realServer = process.env.EVENTSTORE_URL;

const isCluster = (url: string): boolean => {
  const { discover, hosts } = parseConnectionString(url);
  return discover || hosts.length > 1;
};

/** Reason why there is no proxy: a client of a cluster finds the nodes by itself, around any proxy. */
export const noProxy =
  realServer !== undefined && isCluster(realServer) ? 'a cluster is reached around a proxy' : undefined;

/** The URL with another address of the server. */
export const urlAt = (url: string, port: number): string =>
  url.replace(/^([^:]+:\/\/(?:[^/?]*@)?)[^/?]*/, `$1127.0.0.1:${port}`);

/** Stores on one server, each case with streams of its own: a real server keeps what earlier cases wrote. */
export class StoresUnderTest {
  readonly streamPrefix = `case-${randomUUID()}.`;
  private readonly opened: EventStore[] = [];

  constructor(private readonly url: string) {}

  open({ port, ...options }: { port?: number } & Partial<EventStoreDbOptions> = {}): EventStore {
    const url = port === undefined ? this.url : urlAt(this.url, port);
    const store = connectEventStoreDb({ url, streamPrefix: this.streamPrefix, ...options });
    this.opened.push(store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((store) => store.close()));
  }
}

export const createUnderTest = (url: string): EventStoreUnderTest => {
  const stores = new StoresUnderTest(url);
  const [server] = parseConnectionString(url).hosts;
  if (server === undefined) throw new Error('The URL names no server');
  return {
    store: stores.open(),
    open: async (options) => stores.open(options),
    host: server.address,
    port: server.port,
    forProcesses: {
      module: new URL('./event-store-db.ts', import.meta.url).href,
      connect: 'connectEventStoreDb',
      options: { url, streamPrefix: stores.streamPrefix },
    },
    dispose: () => stores.close(),
  };
};
