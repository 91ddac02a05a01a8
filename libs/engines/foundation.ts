import { resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { measuredEventStore } from '#libs/ports/event-store/measured-event-store.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { loadMasterKey } from '#libs/ports/key-vault/master-key.js';
import { openPostgresKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { openEventStore } from './event-store.js';

/** What every role stands on. */
export interface Foundation {
  databaseUrl: string;
  pool: Pool;
  eventStore: EventStore;
  keyVault: KeyVault;
  subjectKeys: SubjectKeys;
  close(): Promise<void>;
}

export interface FoundationOptions {
  role: string;
  /** Most connections of the pool that is shared; the event store has its own. */
  poolSize: number;
  logger?: Logger;
  /** Where what is written to the event store is measured; nowhere when omitted. */
  registry?: Registry;
}

/** @throws ConfigurationError without a database; an error when the master key is not the one it was made with */
export const openFoundation = async (settings: Settings, options: FoundationOptions): Promise<Foundation> => {
  const databaseUrl = settings.DATABASE_URL;
  if (databaseUrl === undefined) throw new ConfigurationError(['DATABASE_URL must be set for a role that runs alone']);
  const masterKey = await loadMasterKey({
    configured: settings.TRANSLEDGER_MASTER_KEY,
    dataDir: resolve(settings.TRANSLEDGER_DATA_DIR),
  });
  const pool = createPool({
    connectionString: databaseUrl,
    max: options.poolSize,
    applicationName: `transledger ${options.role}`,
    onIdleError: (error) => options.logger?.warn({ err: error }, 'a database connection broke'),
  });
  const [keyVault, subjectKeys, openedStore] = await Promise.all([
    openPostgresKeyVault({ pool, masterKey }),
    openPostgresSubjectKeys({ pool, masterKey }),
    openEventStore(settings, databaseUrl, options.logger),
  ]);
  const eventStore = options.registry ? measuredEventStore(openedStore, options.registry) : openedStore;
  return {
    databaseUrl,
    pool,
    eventStore,
    keyVault,
    subjectKeys,
    close: async () => {
      await eventStore.close();
      await pool.end();
    },
  };
};
