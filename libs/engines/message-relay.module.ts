import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { KafkaRelay } from '#libs/ports/message-bus/kafka/relay.js';
import { measureRelay } from '#libs/ports/message-bus/kafka/relay-metrics.js';
import { DATABASE_POOL, EVENT_STORE, LEASES, MESSAGE_RELAY, PROCESS } from '#libs/ports/tokens.js';
import { DatabaseModule } from './database.module.js';
import { EventStoreModule } from './event-store.module.js';
import { LeaseModule } from './lease.module.js';
import { openRelay } from './message-bus.js';
import type { ProcessOptions } from './process/process.module.js';

const open = async (
  { settings, lifeCycle, registry }: ProcessOptions,
  pool: Pool,
  eventStore: EventStore,
  leases: Leases,
): Promise<KafkaRelay | undefined> => {
  const relay = await openRelay(settings, { pool, eventStore }, leases, lifeCycle);
  if (relay !== undefined) measureRelay(registry, relay);
  return relay;
};

/** Runs the relay, which feeds Kafka from the event store, when Kafka is the message bus. */
@Module({
  imports: [DatabaseModule, EventStoreModule, LeaseModule],
  providers: [{ provide: MESSAGE_RELAY, inject: [PROCESS, DATABASE_POOL, EVENT_STORE, LEASES], useFactory: open }],
})
export class MessageRelayModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(MESSAGE_RELAY) private readonly relay: KafkaRelay | undefined) {}

  onApplicationBootstrap(): void {
    this.relay?.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.relay?.stop();
  }
}
