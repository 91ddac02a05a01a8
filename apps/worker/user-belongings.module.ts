import { Module } from '@nestjs/common';
import { USER_BELONGINGS } from '#libs/application/users/user-belongings.port.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { UserQueries } from '#projections/users/users.queries.js';
import { VisibleBelongings } from '#projections/users/visible-belongings.js';
import { ReadModelsModule } from './read-models.module.js';

/** Provides what users have handed on, which ends with them. */
@Module({
  imports: [EventStoreModule, ProjectionProgressModule, ReadModelsModule],
  providers: [
    {
      provide: USER_BELONGINGS,
      inject: [ApiKeyQueries, UserQueries, EVENT_STORE, PROJECTION_PROGRESS],
      useFactory: (keys: ApiKeyQueries, users: UserQueries, eventStore: EventStore, progress: ProjectionProgress) =>
        new VisibleBelongings(keys, users, eventStore, progress),
    },
  ],
  exports: [USER_BELONGINGS],
})
export class UserBelongingsModule {}
