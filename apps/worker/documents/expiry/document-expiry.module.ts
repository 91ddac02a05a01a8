import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { EventStoreModule } from '#libs/engines/event-store.module.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { EVENT_STORE, JOB_QUEUE } from '#libs/ports/tokens.js';
import { DocumentQueries } from '#projections/documents/documents.queries.js';
import { CommandsModule } from '../../commands.module.js';
import { ReadModelsModule } from '../../read-models.module.js';
import { Consumers } from '../../work/consumers.js';
import { ConsumersModule } from '../../work/consumers.module.js';
import { Jobs } from '../../work/jobs.js';
import { expireDocument, expirySweepEveryMs, scheduleExpiry, sweepExpired } from './document-expiry.js';

/** Expires documents at the end of their retention. */
@Module({ imports: [CommandsModule, ConsumersModule, EventStoreModule, ReadModelsModule] })
export class DocumentExpiryModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    private readonly jobs: Jobs,
    private readonly documents: DocumentQueries,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
  ) {}

  onModuleInit(): void {
    this.consumers.add(scheduleExpiry(this.queue));
    const { eventStore, commands } = this;
    this.jobs.add(expireDocument({ eventStore, commands }));
    this.jobs.addRepeated(sweepExpired({ eventStore, commands }, this.documents), expirySweepEveryMs);
  }
}
