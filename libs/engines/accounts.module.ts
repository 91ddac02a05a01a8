import { Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { PostgresAccounts } from '#libs/ports/accounts/postgres-accounts.js';
import { PostgresSignInAttempts } from '#libs/ports/accounts/postgres-sign-in-attempts.js';
import { ACCOUNT_LOOKUP_KEY, ACCOUNTS, DATABASE_POOL, SIGN_IN_ATTEMPTS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { KeyVaultModule } from './key-vault.module.js';

/** Provides the accounts that users sign in with, and the count of their attempts. */
@Module({
  imports: [DatabaseModule, KeyVaultModule],
  providers: [
    {
      provide: ACCOUNTS,
      inject: [DATABASE_POOL, ACCOUNT_LOOKUP_KEY],
      useFactory: (pool: Pool, key: Buffer) => new PostgresAccounts(pool, key),
    },
    {
      provide: SIGN_IN_ATTEMPTS,
      inject: [DATABASE_POOL, ACCOUNT_LOOKUP_KEY],
      useFactory: (pool: Pool, key: Buffer) => new PostgresSignInAttempts(pool, key),
    },
  ],
  exports: [ACCOUNTS, SIGN_IN_ATTEMPTS],
})
export class AccountsModule {}
