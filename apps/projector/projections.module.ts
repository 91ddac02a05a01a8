import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { DATABASE_POOL, DIRECT_CONNECTION, EVENT_STORE, LEASES, PROCESS } from '#libs/ports/tokens.js';
import { createProjectionRunner, type ProjectionRunner } from '#libs/read-side/projection/runner/projection-runner.js';
import { allProjections } from '#projections/projections.js';
import { measureProjections } from './projection-metrics.js';

export const PROJECTION_RUNNER = Symbol('ProjectionRunner');

const openRunner = (
  { logger, registry, lifeCycle }: ProcessOptions,
  pool: Pool,
  listener: DirectConnection,
  eventStore: EventStore,
  leases: Leases,
): ProjectionRunner => {
  const runner = createProjectionRunner({
    pool,
    listener,
    eventStore,
    leases,
    projections: allProjections,
    log: logger,
    lifeCycle,
  });
  measureProjections(
    registry,
    runner,
    allProjections.map(({ name }) => name),
  );
  return runner;
};

/** Runs every projection; of several such processes one works on each. */
@Module({
  imports: [DatabaseModule, EventStoreModule, LeaseModule],
  providers: [
    {
      provide: PROJECTION_RUNNER,
      inject: [PROCESS, DATABASE_POOL, DIRECT_CONNECTION, EVENT_STORE, LEASES],
      useFactory: openRunner,
    },
  ],
})
export class ProjectionsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(PROJECTION_RUNNER) private readonly runner: ProjectionRunner) {}

  onApplicationBootstrap(): void {
    this.runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.runner.stop();
  }
}
