import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { DATABASE_URL, LEASES, PROCESS, REMOVE_ENDED_LEASES } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { endedLeaseRemoval, openLeasePool, openLeases } from './leases.js';

const LEASE_POOL = Symbol('Pool of the leases');

@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: LEASE_POOL, inject: [PROCESS, DATABASE_URL], useFactory: openLeasePool },
    { provide: LEASES, inject: [PROCESS, LEASE_POOL], useFactory: openLeases },
    { provide: REMOVE_ENDED_LEASES, inject: [LEASE_POOL], useFactory: endedLeaseRemoval },
  ],
  exports: [LEASES, REMOVE_ENDED_LEASES],
})
export class LeaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(LEASE_POOL) private readonly pool: Pool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.leases.close();
    await this.pool.end();
  }
}
