import { Inject, Module } from '@nestjs/common';
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
import { measureProjectionLag } from './projection-lag.js';

/** Readiness of the API, and what is measured for its page of metrics. */
@Module({
  imports: [
    DatabaseModule,
    EventStoreModule,
    OperationsModule.register({
      imports: [AccessModule, BlobStoreModule, InferenceModule],
      projections: allProjections,
    }),
  ],
  controllers: [HealthController],
})
export class HealthModule {
  constructor(
    @Inject(PROCESS) { registry }: ProcessOptions,
    @Inject(DATABASE_POOL) pool: Pool,
    @Inject(EVENT_STORE) eventStore: EventStore,
  ) {
    measureProjectionLag(registry, { pool, eventStore, projections: allProjections.map(({ name }) => name) });
  }
}
