import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { type DatabaseAddress, poolAddressOf } from '#libs/platform/postgres/database-address.js';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { measurePool } from '#libs/platform/postgres/pool-metrics.js';
import {
  DATABASE_ADDRESS,
  DATABASE_BREAKER,
  DATABASE_POOL,
  DIRECT_CONNECTION,
  PROCESS,
  SETTINGS,
} from '#libs/ports/tokens.js';
import { databaseBreaker } from './breakers.js';
import { poolSizes } from './connection-budget.js';
import { databaseAddressOf } from './database-address.js';
import type { ProcessOptions } from './process/process.module.js';

const openPool = (
  { role, settings, logger, registry }: ProcessOptions,
  address: DatabaseAddress,
  breaker: CircuitBreaker | undefined,
): Pool => {
  const pool = createPool({
    ...poolAddressOf(address),
    max: poolSizes(role, settings).shared,
    applicationName: `transledger ${role}`,
    breaker,
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  // Registered before any metric that queries the database: its query would be counted as a waiting caller.
  measurePool(registry, pool);
  return pool;
};

const openDirect = ({ role }: ProcessOptions, { directUrl }: DatabaseAddress): DirectConnection =>
  new DirectConnection({ connectionString: directUrl, applicationName: `transledger ${role} notifications` });

/** PostgreSQL with the connections shared by everything that has none of its own: a pool, and one that is listened over. */
@Module({
  providers: [
    { provide: DATABASE_ADDRESS, inject: [SETTINGS], useFactory: databaseAddressOf },
    { provide: DATABASE_BREAKER, inject: [PROCESS, DATABASE_ADDRESS], useFactory: databaseBreaker },
    { provide: DATABASE_POOL, inject: [PROCESS, DATABASE_ADDRESS, DATABASE_BREAKER], useFactory: openPool },
    { provide: DIRECT_CONNECTION, inject: [PROCESS, DATABASE_ADDRESS], useFactory: openDirect },
  ],
  exports: [DATABASE_ADDRESS, DATABASE_POOL, DATABASE_BREAKER, DIRECT_CONNECTION],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(DIRECT_CONNECTION) private readonly direct: DirectConnection,
    @Inject(DATABASE_BREAKER) private readonly breaker: CircuitBreaker | undefined,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.breaker?.close();
    await Promise.all([this.direct.close(), this.pool.end()]);
  }
}
