import { Module } from '@nestjs/common';
import { SUBJECT_TIES } from '#libs/application/erasures/subject-ties.port.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { VisibleSubjectTies } from '#projections/erasures/visible-subject-ties.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { ReadModelsModule } from './read-models.module.js';

/** Provides the ties of users to their organization, which are read before a user is erased. */
@Module({
  imports: [EventStoreModule, ProjectionProgressModule, ReadModelsModule],
  providers: [
    {
      provide: SUBJECT_TIES,
      inject: [ApiKeyQueries, UserQueries, EVENT_STORE, PROJECTION_PROGRESS],
      useFactory: (keys: ApiKeyQueries, users: UserQueries, eventStore: EventStore, progress: ProjectionProgress) =>
        new VisibleSubjectTies(keys, users, eventStore, progress),
    },
  ],
  exports: [SUBJECT_TIES],
})
export class SubjectTiesModule {}
