import { type DynamicModule, Inject, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import { DatabaseModule } from '#libs/engines/database.module.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { OperationsModule } from '#libs/engines/process/operations.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { DATABASE_POOL, EVENT_STORE, PROCESS } from '#libs/ports/tokens.js';
import { allProjections } from '#projections/projections.js';
import { AccessModule } from '../access/access.module.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { measureProjectionLag } from './projection-lag.js';

/** Readiness and metrics of the API. */
@Module({})
export class HealthModule {
  constructor(
    @Inject(PROCESS) { registry }: ProcessOptions,
    @Inject(DATABASE_POOL) pool: Pool,
    @Inject(EVENT_STORE) eventStore: EventStore,
  ) {
    measureProjectionLag(registry, { pool, eventStore, projections: allProjections.map(({ name }) => name) });
  }

  /** Metrics are served among the routes unless they have a port of their own. */
  static register({ hasMetricsPort }: { hasMetricsPort: boolean }): DynamicModule {
    return {
      module: HealthModule,
      imports: [
        DatabaseModule,
        EventStoreModule,
        OperationsModule.register({
          imports: [AccessModule, BlobStoreModule, InferenceModule],
          projections: allProjections,
        }),
      ],
      controllers: hasMetricsPort ? [HealthController] : [HealthController, MetricsController],
    };
  }
}
