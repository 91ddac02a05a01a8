import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import { type DatabaseAddress, poolAddressOf } from '#libs/platform/postgres/database-address.js';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { Accounts } from '#libs/ports/accounts/accounts.port.js';
import { PostgresAccounts } from '#libs/ports/accounts/postgres-accounts.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { databaseAddressOf } from './database-address.js';
import { openEventStore } from './event-store.js';
import { accountLookupKeyOf, openKeyVault, openMasterKey, openSubjectKeys } from './key-vault.js';
import { openArchives } from './log-archives.js';

/** The log, the keys and the database, for short work that needs no modules. */
export interface Foundation {
  address: DatabaseAddress;
  pool: Pool;
  /** Opens nothing before it is used. */
  direct: DirectConnection;
  eventStore: EventStore;
  keyVault: KeyVault;
  subjectKeys: SubjectKeys;
  accounts: Accounts;
  close(): Promise<void>;
}

export interface FoundationOptions {
  role: string;
  /** Connections of the pool, which reads of the log go over too; one more is opened by the first append. */
  poolSize: number;
  /** Milliseconds that a caller waits for a connection of the pool: those of `createPool` when omitted. */
  connectTimeoutMs?: number;
}

/** @throws ConfigurationError without a database; an error when the master key is not the database's */
export const openFoundation = async (
  settings: Settings,
  { role, poolSize: max, ...options }: FoundationOptions,
): Promise<Foundation> => {
  const address = databaseAddressOf(settings);
  const applicationName = `transledger ${role}`;
  const pool = createPool({ ...poolAddressOf(address), ...options, max, applicationName });
  const direct = new DirectConnection({ connectionString: address.directUrl, applicationName });
  const masterKey = await openMasterKey(settings, pool).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const [keyVault, subjectKeys, eventStore] = await Promise.all([
    openKeyVault(pool, masterKey),
    openSubjectKeys(pool, masterKey),
    openEventStore(settings, { role, address, pool, direct }, undefined, openArchives(settings, pool, undefined)),
  ]);
  return {
    address,
    pool,
    direct,
    eventStore,
    keyVault,
    subjectKeys,
    accounts: new PostgresAccounts(pool, accountLookupKeyOf(masterKey)),
    close: async () => {
      await eventStore.close();
      await Promise.all([direct.close(), pool.end()]);
    },
  };
};
