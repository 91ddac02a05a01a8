import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { measuredEventStore } from '#libs/ports/event-store/measured-event-store.js';
import { DATABASE_URL, EVENT_STORE, PROCESS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { openEventStore } from './event-store.js';
import type { ProcessOptions } from './process/process.module.js';

const open = async ({ settings, logger, registry }: ProcessOptions, databaseUrl: string): Promise<EventStore> =>
  measuredEventStore(await openEventStore(settings, databaseUrl, logger), registry);

@Module({
  imports: [DatabaseModule],
  providers: [{ provide: EVENT_STORE, inject: [PROCESS, DATABASE_URL], useFactory: open }],
  exports: [EVENT_STORE],
})
export class EventStoreModule implements OnApplicationShutdown {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async onApplicationShutdown(): Promise<void> {
    await this.eventStore.close();
  }
}
