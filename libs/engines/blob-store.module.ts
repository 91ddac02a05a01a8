import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { type CountedBlobStore, countBlobs } from '#libs/ports/blob-store/counted-blob-store.js';
import { guardBlobStore } from '#libs/ports/blob-store/guarded-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { BLOB_STORE, DATABASE_POOL, EVENT_STORE, KEY_VAULT, PROCESS, STORED_BYTES } from '#libs/ports/tokens.js';
import { openBlobStore } from './blob-store.js';
import { blobStoreBreaker } from './breakers.js';
import { DatabaseModule } from './database.module.js';
import { EventStoreModule } from './event-store.module.js';
import { KeyVaultModule } from './key-vault.module.js';
import type { ProcessOptions } from './process/process.module.js';
import { openStoredBytes } from './stored-bytes.js';

const open = async (process: ProcessOptions, keys: KeyVault, bytes: StoredBytes): Promise<CountedBlobStore> => {
  const { settings, logger } = process;
  const blobs = await openBlobStore(settings, keys, logger, settings.TRANSLEDGER_DISK_RESERVE);
  const breaker = blobStoreBreaker(process, blobs);
  return countBlobs(breaker === undefined ? blobs : guardBlobStore(blobs, breaker), bytes);
};

const openBytes = ({ settings }: ProcessOptions, pool: Pool, eventStore: EventStore): StoredBytes =>
  openStoredBytes(settings, pool, eventStore);

/** Files, and what each organization has stored of them. */
@Module({
  imports: [DatabaseModule, EventStoreModule, KeyVaultModule],
  providers: [
    { provide: STORED_BYTES, inject: [PROCESS, DATABASE_POOL, EVENT_STORE], useFactory: openBytes },
    { provide: BLOB_STORE, inject: [PROCESS, KEY_VAULT, STORED_BYTES], useFactory: open },
  ],
  exports: [BLOB_STORE, STORED_BYTES],
})
export class BlobStoreModule {}
