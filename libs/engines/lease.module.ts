import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { DATABASE_POOL, DIRECT_CONNECTION, LEASES, PROCESS, REMOVE_ENDED_LEASES } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { endedLeaseRemoval, openLeases } from './leases.js';

@Module({
  imports: [DatabaseModule],
  providers: [
    { provide: LEASES, inject: [PROCESS, DIRECT_CONNECTION], useFactory: openLeases },
    { provide: REMOVE_ENDED_LEASES, inject: [DATABASE_POOL], useFactory: endedLeaseRemoval },
  ],
  exports: [LEASES, REMOVE_ENDED_LEASES],
})
export class LeaseModule implements OnApplicationShutdown {
  constructor(@Inject(LEASES) private readonly leases: Leases) {}

  async onApplicationShutdown(): Promise<void> {
    await this.leases.close();
  }
}
