import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { createPool } from '#libs/platform/postgres/pool.js';
import { measurePool } from '#libs/platform/postgres/pool-metrics.js';
import { DATABASE_POOL, DATABASE_URL, PROCESS, SETTINGS } from '#libs/ports/tokens.js';
import { databaseUrlOf } from './database-url.js';
import type { ProcessOptions } from './process/process.module.js';

const openPool = ({ role, poolSize, logger, registry }: ProcessOptions, connectionString: string): Pool => {
  const pool = createPool({
    connectionString,
    max: poolSize,
    applicationName: `transledger ${role}`,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  // Before any metric that asks the database: its question would be counted as waiting.
  measurePool(registry, pool);
  return pool;
};

/** PostgreSQL, and the pool that everything without a pool of its own shares. */
@Module({
  providers: [
    { provide: DATABASE_URL, inject: [SETTINGS], useFactory: databaseUrlOf },
    { provide: DATABASE_POOL, inject: [PROCESS, DATABASE_URL], useFactory: openPool },
  ],
  exports: [DATABASE_URL, DATABASE_POOL],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
