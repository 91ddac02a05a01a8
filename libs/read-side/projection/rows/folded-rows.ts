import type { EventType } from '#libs/domain/domain-event.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Projection } from '../projection.port.js';
import { handleEvent, type RunnableProjection } from '../runner/runnable-projection.js';
import { MemoryTable } from './memory-table.js';

/** The rows that a projection makes of the events of one stream, kept in memory instead of its table. */
export class FoldedRows<R extends object, Types extends EventType> {
  private readonly table: MemoryTable<R>;

  constructor(private readonly projection: Projection<R, Types>) {
    this.table = new MemoryTable<R>(projection.primaryKey);
  }

  get rows(): R[] {
    return this.table.rows;
  }

  /** @throws EventHandlingError */
  apply(event: RecordedEvent): void {
    handleEvent(this.projection as RunnableProjection, event, this.table);
  }

  /** Forgets a row that no later event changes. */
  forget(key: Partial<R>): void {
    this.table.delete(key);
  }
}
