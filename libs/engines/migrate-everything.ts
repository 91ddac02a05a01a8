import { migrateEventStore } from '#libs/event-store/postgres/migrate-event-store.js';
import { migrateLeases } from '#libs/lease/migrate-leases.js';
import { migrateMessageBus } from '#libs/message-bus/event-log/migrate-message-bus.js';
import { createPool } from '#libs/postgres/pool.js';
import { migrateProjectionRunner } from '#libs/projection/projection-schema.js';

/** Brings the tables of every embedded engine up to date; the read models bring their own. */
export const migrateEverything = async (databaseUrl: string): Promise<void> => {
  const pool = createPool({ connectionString: databaseUrl, max: 2, applicationName: 'transledger migrations' });
  try {
    await migrateEventStore(databaseUrl);
    await migrateLeases(pool);
    await migrateProjectionRunner(pool);
    await migrateMessageBus(pool);
  } finally {
    await pool.end();
  }
};
