import { randomUUID } from 'node:crypto';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { EVENT_STORE, PROCESS } from '#libs/ports/tokens.js';
import { EventStoreModule } from './event-store.module.js';
import type { ProcessOptions } from './process/process.module.js';

/**
 * EventStoreDB writes two appends of an organization beside each other, half as many again as one after the other; PostgreSQL
 * gathers the appends of all in one anyway.
 */
const lanesOn = ({ EVENTSTORE_URL: url }: ProcessOptions['settings']): number => (url === undefined ? 1 : 2);

/** The writer of the facts of many requests together; it has written all of them before the event store closes. */
@Module({
  imports: [EventStoreModule],
  providers: [
    {
      provide: DayStreamWriter,
      inject: [EVENT_STORE, PROCESS],
      useFactory: (eventStore: EventStore, { settings }: ProcessOptions) =>
        new DayStreamWriter({ eventStore, processId: randomUUID(), lanes: lanesOn(settings) }),
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
