import { resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { loadMasterKey } from '#libs/ports/key-vault/master-key.js';
import { openPostgresKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** The master key, which seals all others, from the settings or the data folder. */
export const openMasterKey = ({
  TRANSLEDGER_MASTER_KEY: configured,
  TRANSLEDGER_DATA_DIR: dataDir,
}: Settings): Promise<Buffer> => loadMasterKey({ configured, dataDir: resolve(dataDir) });

/** @throws an error when the vault was made with another master key */
export const openKeyVault = (pool: Pool, masterKey: Buffer): Promise<KeyVault> =>
  openPostgresKeyVault({ pool, masterKey });

/** @throws an error when the keys were made with another master key */
export const openSubjectKeys = (pool: Pool, masterKey: Buffer): Promise<SubjectKeys> =>
  openPostgresSubjectKeys({ pool, masterKey });
