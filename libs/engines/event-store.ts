import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/** Opens the event store that the settings choose. */
export const openEventStore = async (
  { EVENTSTORE_URL, TRANSLEDGER_EVENTSTORE_STREAM_PREFIX }: Settings,
  databaseUrl: string,
  logger: Logger | undefined,
): Promise<EventStore> => {
  if (EVENTSTORE_URL === undefined) {
    const { connectPostgresEventStore } = await import('#libs/ports/event-store/postgres/postgres-event-store.js');
    return connectPostgresEventStore({ connectionString: databaseUrl });
  }
  const { connectEventStoreDb } = await import('#libs/ports/event-store/eventstoredb/event-store-db.js');
  return connectEventStoreDb({
    url: EVENTSTORE_URL,
    streamPrefix: TRANSLEDGER_EVENTSTORE_STREAM_PREFIX,
    onFault: (error) => logger?.warn({ err: error }, 'the event store has a fault'),
  });
};
