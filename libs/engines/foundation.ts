import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { databaseUrlOf } from './database-url.js';
import { openEventStore } from './event-store.js';
import { openKeyVault, openMasterKey, openSubjectKeys } from './key-vault.js';

/** The log, the keys and the database, for short work that needs no modules. */
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
  /** Connections of the shared pool; the event store has its own. */
  poolSize: number;
}

/** @throws ConfigurationError without a database; an error when the master key is not the database's */
export const openFoundation = async (
  settings: Settings,
  { role, poolSize }: FoundationOptions,
): Promise<Foundation> => {
  const databaseUrl = databaseUrlOf(settings);
  const masterKey = await openMasterKey(settings);
  const pool = createPool({ connectionString: databaseUrl, max: poolSize, applicationName: `transledger ${role}` });
  const [keyVault, subjectKeys, eventStore] = await Promise.all([
    openKeyVault(pool, masterKey),
    openSubjectKeys(pool, masterKey),
    openEventStore(settings, databaseUrl, undefined),
  ]);
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
