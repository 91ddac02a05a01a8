import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { IdempotencyStore } from '#libs/ports/idempotency/idempotency.port.js';
import { createPostgresIdempotencyStore } from '#libs/ports/idempotency/postgres-idempotency-store.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import { DATABASE_POOL, IDEMPOTENCY_STORE, KEY_VAULT, LOGGER } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { KeyVaultModule } from './key-vault.module.js';

const open = (pool: Pool, keyVault: KeyVault, logger: Logger) =>
  createPostgresIdempotencyStore({
    pool,
    keyVault,
    onFault: (error) => logger.warn({ err: error }, 'idempotency keys could not be renewed or swept'),
  });

@Module({
  imports: [DatabaseModule, KeyVaultModule],
  providers: [{ provide: IDEMPOTENCY_STORE, inject: [DATABASE_POOL, KEY_VAULT, LOGGER], useFactory: open }],
  exports: [IDEMPOTENCY_STORE],
})
export class IdempotencyModule implements OnApplicationShutdown {
  constructor(@Inject(IDEMPOTENCY_STORE) private readonly store: IdempotencyStore) {}

  onApplicationShutdown(): void {
    this.store.close();
  }
}
