import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { DATABASE_POOL, DIRECT_CONNECTION, EVENT_STORE, PROCESS, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import { PassedLog } from '#libs/read-side/projection/passed-log.js';
import { ReadModelCompleteness } from '#libs/read-side/projection/progress/completeness.js';
import { countLaggingAnswers } from '#libs/read-side/projection/progress/lagging-answers.js';
import {
  createProjectionProgress,
  type ProjectionProgress,
} from '#libs/read-side/projection/progress/projection-progress.js';
import { DatabaseModule } from './database.module.js';
import { EventStoreModule } from './event-store.module.js';
import type { ProcessOptions } from './process/process.module.js';

/** Progress of the projections, wherever they run. */
@Module({
  imports: [DatabaseModule, EventStoreModule],
  providers: [
    {
      provide: PROJECTION_PROGRESS,
      inject: [DATABASE_POOL, DIRECT_CONNECTION],
      useFactory: (pool: Pool, listener: DirectConnection) => createProjectionProgress({ pool, listener }),
    },
    {
      provide: PassedLog,
      inject: [DATABASE_POOL, EVENT_STORE],
      useFactory: (pool: Pool, eventStore: EventStore) => new PassedLog(pool, eventStore),
    },
    {
      provide: ReadModelCompleteness,
      inject: [PROCESS, DATABASE_POOL, EVENT_STORE, PROJECTION_PROGRESS],
      useFactory: ({ registry }: ProcessOptions, pool: Pool, eventStore: EventStore, progress: ProjectionProgress) =>
        new ReadModelCompleteness({ pool, eventStore, progress, onLagging: countLaggingAnswers(registry) }),
    },
  ],
  exports: [PROJECTION_PROGRESS, PassedLog, ReadModelCompleteness],
})
export class ProjectionProgressModule implements OnApplicationShutdown {
  constructor(@Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress) {}

  onApplicationShutdown(): void {
    this.progress.close();
  }
}
