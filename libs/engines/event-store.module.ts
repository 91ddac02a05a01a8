import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DatabaseAddress } from '#libs/platform/postgres/database-address.js';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { measuredEventStore } from '#libs/ports/event-store/measured-event-store.js';
import { DATABASE_ADDRESS, DATABASE_POOL, DIRECT_CONNECTION, EVENT_STORE, PROCESS } from '#libs/ports/tokens.js';
import { eventStoreBreaker } from './breakers.js';
import { DatabaseModule } from './database.module.js';
import { openEventStore } from './event-store.js';
import { openArchives } from './log-archives.js';
import type { ProcessOptions } from './process/process.module.js';

const open = async (
  process: ProcessOptions,
  address: DatabaseAddress,
  pool: Pool,
  direct: DirectConnection,
): Promise<EventStore> => {
  const { role, settings, logger, registry } = process;
  const archives = openArchives(settings, pool, logger);
  const eventStore = await openEventStore(settings, { role, address, pool, direct }, logger, archives);
  return measuredEventStore(eventStore, registry, eventStoreBreaker(process, address, eventStore));
};

const inject = [PROCESS, DATABASE_ADDRESS, DATABASE_POOL, DIRECT_CONNECTION];

@Module({
  imports: [DatabaseModule],
  providers: [{ provide: EVENT_STORE, inject, useFactory: open }],
  exports: [EVENT_STORE],
})
export class EventStoreModule implements OnApplicationShutdown {
  constructor(@Inject(EVENT_STORE) private readonly eventStore: EventStore) {}

  async onApplicationShutdown(): Promise<void> {
    await this.eventStore.close();
  }
}
