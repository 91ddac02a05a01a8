import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { inTransactionOn } from '#libs/platform/postgres/transaction.js';
import type { EventPage, EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { eventTypesOf, type RunnableProjection } from '../runner/runnable-projection.js';
import { ShadowRows, unsynced } from './shadow-rows.js';
import type { ShadowTable } from './shadow-table.js';

const pageSize = 2_000;

/** Fills a shadow table from the log. */
export class ShadowLoader {
  position: Position = START;
  events = 0;

  private constructor(
    private readonly eventStore: EventStore,
    private readonly projection: RunnableProjection,
    private readonly rows: ShadowRows,
  ) {}

  static async open(
    client: ClientBase,
    eventStore: EventStore,
    projection: RunnableProjection,
    shadow: ShadowTable,
  ): Promise<ShadowLoader> {
    return new ShadowLoader(eventStore, projection, await ShadowRows.open(client, projection, shadow));
  }

  /**
   * Applies all events up to and with `end`. Reading a page, turning one into rows and writing one go on at
   * the same time, so the slowest of the three sets the pace.
   */
  async loadTo(client: ClientBase, end: Position, signal: AbortSignal, onPage?: () => void): Promise<void> {
    let writing: Promise<void> = Promise.resolve();
    let reading = this.position < end ? this.read(this.position) : undefined;
    try {
      while (reading !== undefined) {
        const page = await reading;
        signal.throwIfAborted();
        const last = page.atEnd || page.position >= end;
        reading = last ? undefined : this.read(page.position);
        reading?.catch(() => undefined);
        // Lets the request for the next page leave before this process is busy with this one.
        await nextTurn();
        const events = last ? page.events.filter(({ position }) => position <= end) : page.events;
        const write = this.rows.prepare(client, events);
        await writing;
        writing = inTransactionOn(client, write, unsynced);
        writing.catch(() => undefined);
        this.events += events.length;
        this.position = last ? end : page.position;
        onPage?.();
      }
    } finally {
      await writing;
    }
  }

  private read(after: Position): Promise<EventPage> {
    return this.eventStore.readAll({ after, types: eventTypesOf(this.projection), limit: pageSize });
  }
}
