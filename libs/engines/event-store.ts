import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import type { DatabaseAddress } from '#libs/platform/postgres/database-address.js';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/** The database, with the connections that a process shares. */
export interface OpenedDatabase {
  /** The process that has opened it. */
  role: string;
  address: DatabaseAddress;
  pool: Pool;
  direct: DirectConnection;
}

/** Opens the event store that the settings choose. `archives` opens the blob store, once an archived event is read. */
export const openEventStore = async (
  settings: Settings,
  { role, address, pool, direct }: OpenedDatabase,
  logger: Logger | undefined,
  archives: () => Promise<BlobStore>,
): Promise<EventStore> => {
  const { EVENTSTORE_URL: url } = settings;
  const onFault = (error: Error) => logger?.warn({ err: error }, 'the event store has a fault');
  if (url === undefined) {
    const { connectPostgresEventStore } = await import('#libs/ports/event-store/postgres/postgres-event-store.js');
    return connectPostgresEventStore({
      connectionString: address.directUrl,
      applicationName: `transledger ${role}`,
      shared: { pool, direct },
      archives,
      onFault,
    });
  }
  const { connectEventStoreDb } = await import('#libs/ports/event-store/eventstoredb/event-store-db.js');
  return connectEventStoreDb({
    url,
    streamPrefix: settings.TRANSLEDGER_EVENTSTORE_STREAM_PREFIX,
    appendTimeoutMs: settings.TRANSLEDGER_EVENTSTORE_APPEND_TIMEOUT,
    onFault,
  });
};
