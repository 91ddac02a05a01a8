import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { textStreamLeases } from '#libs/application/text-streams/text-stream-lease.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import type { RemoveEndedLeases } from '#libs/engines/leases.js';
import { ProjectionProgressModule } from '#libs/engines/projection-progress.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { EVENT_STORE, LEASES, PROJECTION_PROGRESS, REMOVE_ENDED_LEASES, SETTINGS } from '#libs/ports/tokens.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { TextStreamQueries } from '#projections/text-streams/text-streams.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Jobs } from '../work/jobs.js';
import { JobsModule } from '../work/jobs.module.js';
import { sweepTextStreams, textStreamSweepEveryMs } from './text-stream-sweep.js';

/** Ends the streams of processes that died. */
@Module({
  imports: [JobsModule, EventStoreModule, CommandsModule, LeaseModule, ProjectionProgressModule, ReadModelsModule],
})
export class TextStreamsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly streams: TextStreamQueries,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(REMOVE_ENDED_LEASES) private readonly removeEndedLeases: RemoveEndedLeases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, leases, progress, streams } = this;
    const removeEndedLeases = () => this.removeEndedLeases(textStreamLeases);
    const maxQuietMs = this.settings.TRANSLEDGER_SWEEP_INTERVAL;
    const sweep = sweepTextStreams({ eventStore, commands, leases, progress, streams, removeEndedLeases, maxQuietMs });
    this.jobs.addRepeated(sweep, textStreamSweepEveryMs);
  }
}
