import { createTestDatabase } from '#test/integration/test-database.js';
import { eventStoreContract } from '../event-store.contract.js';
import type { EventStore } from '../event-store.port.js';
import { migrateEventStore } from './migrate-event-store.js';
import { connectPostgresEventStore } from './postgres-event-store.js';

eventStoreContract('PostgreSQL', async () => {
  const database = await createTestDatabase();
  await migrateEventStore(database.url);
  const opened: EventStore[] = [];
  const open = async ({ port, ...options }: { port?: number; appendTimeoutMs?: number } = {}) => {
    const url = new URL(database.url);
    if (port !== undefined) url.port = String(port);
    const store = await connectPostgresEventStore({ connectionString: url.href, ...options });
    opened.push(store);
    return store;
  };
  return {
    store: await open(),
    open,
    port: Number(new URL(database.url).port),
    forProcesses: {
      module: new URL('./postgres-event-store.ts', import.meta.url).href,
      connect: 'connectPostgresEventStore',
      options: { connectionString: database.url },
    },
    dispose: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await database.drop();
    },
  };
});
