import { Module } from '@nestjs/common';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { guardBlobStore } from '#libs/ports/blob-store/guarded-blob-store.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { BLOB_STORE, KEY_VAULT, PROCESS } from '#libs/ports/tokens.js';
import { openBlobStore } from './blob-store.js';
import { blobStoreBreaker } from './breakers.js';
import { KeyVaultModule } from './key-vault.module.js';
import type { ProcessOptions } from './process/process.module.js';

const open = async (process: ProcessOptions, keys: KeyVault): Promise<BlobStore> => {
  const blobs = await openBlobStore(process.settings, keys, process.logger);
  const breaker = blobStoreBreaker(process, blobs);
  return breaker === undefined ? blobs : guardBlobStore(blobs, breaker);
};

@Module({
  imports: [KeyVaultModule],
  providers: [{ provide: BLOB_STORE, inject: [PROCESS, KEY_VAULT], useFactory: open }],
  exports: [BLOB_STORE],
})
export class BlobStoreModule {}
