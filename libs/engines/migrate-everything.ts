import { migrateFailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { expireExecutions, migrateIdempotency } from '#libs/ports/idempotency/migrate-idempotency.js';
import { expireLeases } from '#libs/ports/lease/expire-leases.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { migrateKafkaBus } from '#libs/ports/message-bus/kafka/migrate-kafka-bus.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';

/**
 * Brings the tables of every engine that keeps something in the database up to date; the read models bring their own. A sole owner of the
 * database does not wait for the leases of a service that was killed.
 */
export const migrateEverything = async (
  databaseUrl: string,
  { isSoleOwner }: { isSoleOwner: boolean },
): Promise<void> => {
  const pool = createPool({ connectionString: databaseUrl, max: 2, applicationName: 'transledger migrations' });
  try {
    await migrateEventStore(databaseUrl);
    await migrateLeases(pool);
    await migrateIdempotency(pool);
    if (isSoleOwner) await Promise.all([expireLeases(pool), expireExecutions(pool)]);
    await migrateProjectionRunner(pool);
    await migrateKafkaBus(pool);
    await migrateFailedTranslations(pool);
  } finally {
    await pool.end();
  }
};
