import { Module } from '@nestjs/common';
import {
  ACCOUNT_LOOKUP_KEY,
  DATABASE_POOL,
  KEY_VAULT,
  LOG_SIGNING_SECRET,
  NODE_LINK_KEY,
  SETTINGS,
  SIGN_IN_COOKIE_KEY,
  SUBJECT_KEYS,
} from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import {
  accountLookupKeyOf,
  linkKeyOf,
  logSigningSecretOf,
  openKeyVault,
  openMasterKey,
  openSubjectKeys,
  signInCookieKeyOf,
} from './key-vault.js';

const MASTER_KEY = Symbol('MasterKey');

/** Keys at rest: the keys of files and secrets, and the keys of data subjects. */
@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: MASTER_KEY, inject: [SETTINGS, DATABASE_POOL], useFactory: openMasterKey },
    { provide: NODE_LINK_KEY, inject: [MASTER_KEY], useFactory: linkKeyOf },
    { provide: ACCOUNT_LOOKUP_KEY, inject: [MASTER_KEY], useFactory: accountLookupKeyOf },
    { provide: SIGN_IN_COOKIE_KEY, inject: [MASTER_KEY], useFactory: signInCookieKeyOf },
    { provide: LOG_SIGNING_SECRET, inject: [MASTER_KEY], useFactory: logSigningSecretOf },
    { provide: KEY_VAULT, inject: [DATABASE_POOL, MASTER_KEY], useFactory: openKeyVault },
    { provide: SUBJECT_KEYS, inject: [DATABASE_POOL, MASTER_KEY], useFactory: openSubjectKeys },
  ],
  exports: [ACCOUNT_LOOKUP_KEY, KEY_VAULT, LOG_SIGNING_SECRET, NODE_LINK_KEY, SIGN_IN_COOKIE_KEY, SUBJECT_KEYS],
})
export class KeyVaultModule {}
