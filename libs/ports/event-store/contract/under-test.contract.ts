import type { EventStore } from '../event-store.port.js';
import type { StoreModule } from './appender-processes.js';

/** An engine with a log that holds no events of ours yet; another application's events may be in it. */
export interface EventStoreUnderTest {
  store: EventStore;
  /** One more instance on the same log, as another process would open it; closed with the engine. */
  open(options?: { port?: number; appendTimeoutMs?: number }): Promise<EventStore>;
  /**
   * Address on which the engine listens, for a proxy in front of it; on the loopback address where there is no host.
   */
  port: number;
  host?: string;
  forProcesses: StoreModule;
  dispose(): Promise<void>;
}

export type UnderTest = () => EventStoreUnderTest;
