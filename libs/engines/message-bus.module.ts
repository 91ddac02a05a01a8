import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import { DATABASE_POOL, EVENT_STORE, LEASES, MESSAGE_BUS, PROCESS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { EventStoreModule } from './event-store.module.js';
import { LeaseModule } from './lease.module.js';
import { openMessageBus } from './message-bus.js';
import type { ProcessOptions } from './process/process.module.js';

const open = (
  { settings, lifeCycle }: ProcessOptions,
  pool: Pool,
  eventStore: EventStore,
  leases: Leases,
): Promise<MessageBus> => openMessageBus(settings, { pool, eventStore }, leases, lifeCycle);

@Module({
  imports: [DatabaseModule, EventStoreModule, LeaseModule],
  providers: [{ provide: MESSAGE_BUS, inject: [PROCESS, DATABASE_POOL, EVENT_STORE, LEASES], useFactory: open }],
  exports: [MESSAGE_BUS],
})
export class MessageBusModule implements OnApplicationShutdown {
  constructor(@Inject(MESSAGE_BUS) private readonly bus: MessageBus) {}

  async onApplicationShutdown(): Promise<void> {
    await this.bus.close();
  }
}
