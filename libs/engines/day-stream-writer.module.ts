import { randomUUID } from 'node:crypto';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE } from '#libs/ports/tokens.js';
import { EventStoreModule } from './event-store.module.js';

/** The writer of the facts of many requests together; it has written all of them before the event store closes. */
@Module({
  imports: [EventStoreModule],
  providers: [
    {
      provide: DayStreamWriter,
      inject: [EVENT_STORE],
      useFactory: (eventStore: EventStore) => new DayStreamWriter({ eventStore, processId: randomUUID() }),
    },
  ],
  exports: [DayStreamWriter],
})
export class DayStreamWriterModule implements OnApplicationShutdown {
  constructor(private readonly writer: DayStreamWriter) {}

  async onApplicationShutdown(): Promise<void> {
    await this.writer.close();
  }
}
