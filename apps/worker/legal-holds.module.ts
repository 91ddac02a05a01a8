import { Module } from '@nestjs/common';
import { LEGAL_HOLDS } from '#libs/application/holds/legal-holds.port.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { VisibleHolds } from '#projections/holds/visible-holds.js';
import { ReadModelsModule } from './read-models.module.js';

/** Provides the legal holds, which the process reads before it removes anything. */
@Module({
  imports: [EventStoreModule, ProjectionProgressModule, ReadModelsModule],
  providers: [
    {
      provide: LEGAL_HOLDS,
      inject: [HoldQueries, EVENT_STORE, PROJECTION_PROGRESS, PassedLog],
      useFactory: (queries: HoldQueries, eventStore: EventStore, progress: ProjectionProgress, log: PassedLog) =>
        new VisibleHolds(queries, eventStore, progress, log),
    },
  ],
  exports: [LEGAL_HOLDS],
})
export class LegalHoldsModule {}
