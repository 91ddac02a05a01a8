import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Jobs } from '../work/jobs.js';
import { JobsModule } from '../work/jobs.module.js';
import { giveCertificationNotices, noticesEveryMs } from './certification-notices.js';

/** Gives notice of certifications that expire. */
@Module({ imports: [JobsModule, EventStoreModule, CommandsModule, ReadModelsModule] })
export class CertificationsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly certifications: CertificationQueries,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  onModuleInit(): void {
    const { eventStore, commands, certifications } = this;
    this.jobs.addRepeated(giveCertificationNotices({ eventStore, commands, certifications }), noticesEveryMs);
  }
}
