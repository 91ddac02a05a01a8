import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { ArchivedPartition } from '#libs/ports/event-store/postgres/archive/archive-log.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { openBlobStore } from './blob-store.js';
import { openKeyVault, openMasterKey } from './key-vault.js';

/**
 * Opens the blob store with the archives of the log, and the keys that it needs, at the first call: where nothing was archived, a process
 * does without both.
 */
export const openArchives =
  (settings: Settings, pool: Pool, logger: Logger | undefined): (() => Promise<BlobStore>) =>
  async () =>
    openBlobStore(settings, await openKeyVault(pool, await openMasterKey(settings, pool)), logger);

/** The log is in an engine of its own, which has no partitions of ours. */
export class LogElsewhereError extends Error {
  override readonly name = 'LogElsewhereError';
}

export interface ArchivingSettings {
  settings: Settings;
  databaseUrl: string;
  keyVault: KeyVault;
  /** Partitions that lie whole before this position; where it is omitted, all but the newest `keep`. */
  before?: Position;
  keep?: number;
}

/**
 * Moves full partitions of the log to the blob store, and yields each as it is done.
 * @throws LogElsewhereError, ArchivingElsewhereError, ArchiveDiffersError, the errors of the blob store
 */
export async function* archiveLogOf(options: ArchivingSettings): AsyncGenerator<ArchivedPartition> {
  const { settings, databaseUrl, keyVault, ...chosen } = options;
  if (settings.EVENTSTORE_URL !== undefined)
    throw new LogElsewhereError('The log is in EventStoreDB, which archives it by itself');
  const { archiveLog } = await import('#libs/ports/event-store/postgres/archive/archive-log.js');
  const blobs = await openBlobStore(settings, keyVault, undefined);
  yield* archiveLog({ connectionString: databaseUrl, blobs, ...chosen });
}
