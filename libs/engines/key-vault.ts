import { hkdfSync } from 'node:crypto';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { loadMasterKey } from '#libs/ports/key-vault/master-key.js';
import { hasMasterKey, openPostgresKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

/** The master key, which seals all others, from the settings or the data folder. */
export const openMasterKey = (
  { TRANSLEDGER_MASTER_KEY: configured, TRANSLEDGER_DATA_DIR: dataDir }: Settings,
  pool: Pool,
): Promise<Buffer> =>
  loadMasterKey({ configured, dataDir: resolve(dataDir), mayMake: async () => !(await hasMasterKey(pool)) });

/** The key by which nodes of one service know each other, 32 bytes; nothing of the master key can be told from it. */
export const linkKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'transledger links between nodes', 32));

/** By which a backup knows the master key of its data, in hexadecimal; nothing of the master key can be told from it. */
export const backupMarkOf = (masterKey: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'transledger backups', 16)).toString('hex');

/** The secret that signs the logs of organizations, 32 bytes; nothing of the master key can be told from it. */
export const logSigningSecretOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'transledger signatures of audit logs', 32));

/** The key of the hashes by which users are found, 32 bytes; nothing of the master key can be told from it. */
export const accountLookupKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'transledger accounts', 32));

/** Seals the cookies of those who sign in elsewhere, 32 bytes; nothing of the master key can be told from it. */
export const signInCookieKeyOf = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'transledger cookies of sign-ins', 32));

/** @throws an error when the vault was made with another master key */
export const openKeyVault = (pool: Pool, masterKey: Buffer): Promise<KeyVault> =>
  openPostgresKeyVault({ pool, masterKey });

/** @throws an error when the keys were made with another master key */
export const openSubjectKeys = (pool: Pool, masterKey: Buffer): Promise<SubjectKeys> =>
  openPostgresSubjectKeys({ pool, masterKey });
