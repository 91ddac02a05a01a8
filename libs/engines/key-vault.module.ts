import { Module } from '@nestjs/common';
import { DATABASE_POOL, KEY_VAULT, SETTINGS, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { openKeyVault, openMasterKey, openSubjectKeys } from './key-vault.js';

const MASTER_KEY = Symbol('MasterKey');

/** Keys at rest: the keys of files and secrets, and the keys of data subjects. */
@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: MASTER_KEY, inject: [SETTINGS], useFactory: openMasterKey },
    { provide: KEY_VAULT, inject: [DATABASE_POOL, MASTER_KEY], useFactory: openKeyVault },
    { provide: SUBJECT_KEYS, inject: [DATABASE_POOL, MASTER_KEY], useFactory: openSubjectKeys },
  ],
  exports: [KEY_VAULT, SUBJECT_KEYS],
})
export class KeyVaultModule {}
