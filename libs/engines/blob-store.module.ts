import { Module } from '@nestjs/common';
import { BLOB_STORE, KEY_VAULT, LOGGER, SETTINGS } from '#libs/ports/tokens.js';
import { openBlobStore } from './blob-store.js';
import { KeyVaultModule } from './key-vault.module.js';

@Module({
  imports: [KeyVaultModule],
  providers: [{ provide: BLOB_STORE, inject: [SETTINGS, KEY_VAULT, LOGGER], useFactory: openBlobStore }],
  exports: [BLOB_STORE],
})
export class BlobStoreModule {}
