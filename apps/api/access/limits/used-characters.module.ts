import { Module } from '@nestjs/common';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { CharactersQueries } from '#projections/usage/characters.queries.js';
import { ReadModelsModule } from '../../read-models.module.js';
import { UsedCharacters } from './used-characters.js';

@Module({
  imports: [EventStoreModule, ProjectionProgressModule, ReadModelsModule],
  providers: [
    {
      provide: UsedCharacters,
      inject: [EVENT_STORE, PROJECTION_PROGRESS, CharactersQueries],
      useFactory: (eventStore: EventStore, progress: ProjectionProgress, queries: CharactersQueries) =>
        new UsedCharacters({ eventStore, progress, queries }),
    },
  ],
  exports: [UsedCharacters],
})
export class UsedCharactersModule {}
