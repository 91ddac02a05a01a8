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
  // Registered before any metric that queries the database: its query would be counted as a waiting caller.
  measurePool(registry, pool);
  return pool;
};

/** PostgreSQL with the pool shared by everything that has no pool of its own. */
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
