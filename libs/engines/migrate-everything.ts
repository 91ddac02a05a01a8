import { migrateFailedTranslations } from '#libs/documents/failures/failed-translations.js';
import { migrateSegmentBatches } from '#libs/documents/segment-batches/segment-batches.js';
import { migrateSweepPlaces } from '#libs/documents/stored-files/sweep-place.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { migrateAccounts } from '#libs/ports/accounts/migrate-accounts.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { expireExecutions, migrateIdempotency } from '#libs/ports/idempotency/migrate-idempotency.js';
import { handBackJobs, migratePgBoss } from '#libs/ports/job-queue/pg-boss/migrate-pg-boss.js';
import { migrateKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { expireLeases } from '#libs/ports/lease/expire-leases.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { migrateLogReach } from '#libs/ports/log-reach/migrate-log-reach.js';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { migrateKafkaBus } from '#libs/ports/message-bus/kafka/migrate-kafka-bus.js';
import { migrateNodeDirectory } from '#libs/ports/node-directory/migrate-node-directory.js';
import { migrateStoredBytes } from '#libs/ports/stored-bytes/migrate-stored-bytes.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';

export interface MigrationPlan {
  /** A sole owner of the database does not wait for the leases and jobs of a service that was killed. */
  isSoleOwner: boolean;
  /** Whether the job queue is in the database, not in Redis. */
  hasJobs: boolean;
  /** Brings the tables of the read models, which the projections define, up to date. */
  migrateReadModels: (databaseUrl: string) => Promise<void>;
}

/**
 * Brings every table of the service up to date. Runs once a start: in the supervisor, or in a role without one.
 * @param databaseUrl leads to the server itself
 */
export const migrateEverything = async (
  databaseUrl: string,
  { isSoleOwner, hasJobs, migrateReadModels }: MigrationPlan,
): Promise<void> => {
  const pool = createPool({ connectionString: databaseUrl, max: 2, applicationName: 'transledger migrations' });
  try {
    await migrateEventStore(databaseUrl);
    await migrateLeases(pool);
    await migrateNodeDirectory(pool);
    await migrateIdempotency(pool);
    if (isSoleOwner) await Promise.all([expireLeases(pool), expireExecutions(pool)]);
    await migrateKeyVault(pool);
    await migrateSubjectKeys(pool);
    await migrateAccounts(pool);
    await migrateStoredBytes(pool);
    await migrateProjectionRunner(pool);
    await migrateLogReach(pool);
    await migrateLogSignatures(pool);
    await migrateKafkaBus(pool);
    await migrateFailedTranslations(pool);
    await migrateSegmentBatches(pool);
    await migrateSweepPlaces(pool);
    await migrateReadModels(databaseUrl);
    if (hasJobs) await migratePgBoss(databaseUrl);
    if (hasJobs && isSoleOwner) await handBackJobs(pool);
  } finally {
    await pool.end();
  }
};
