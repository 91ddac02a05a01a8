import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROJECTION_PROGRESS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { ErasureQueries } from '#projections/erasures/erasures.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Jobs } from '../work/jobs.js';
import { JobsModule } from '../work/jobs.module.js';
import { erasuresEveryMs, finishErasures } from './unfinished-erasures.js';

/** Removes what is left of the keys of erased subjects. */
@Module({ imports: [JobsModule, EventStoreModule, ProjectionProgressModule, CommandsModule, ReadModelsModule] })
export class ErasuresModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly erasures: ErasureQueries,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, erasures, progress } = this;
    this.jobs.addRepeated(finishErasures({ eventStore, commands, erasures, progress }), erasuresEveryMs);
  }
}
