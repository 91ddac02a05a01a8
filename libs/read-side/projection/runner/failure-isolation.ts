import type { ClientBase } from 'pg';
import { describeFault, isDataFault } from '#libs/platform/postgres/postgres-faults.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { RowOperationError } from '../rows/row-buffer.js';
import type { BatchWriter } from './batch-writer.js';
import type { ParkedEvent } from './parked-events.js';
import { EventHandlingError, laneOf, type RunnableProjection } from './runnable-projection.js';

/** Whether an event is to blame, rather than the server, the connection or the table. */
export const isPoison = (error: unknown): boolean =>
  error instanceof EventHandlingError || error instanceof RowOperationError || isDataFault(error);

export interface FailedEvent {
  event: RecordedEvent;
  fault: unknown;
}

export interface Isolation {
  /** Failed events, and the events that wait behind them. */
  parked: ParkedEvent[];
  failed: FailedEvent[];
  /** The failed event of a projection that never skips one; nothing from it on has been applied. */
  halted?: FailedEvent;
}

/**
 * Applies a batch with a failing event within a transaction: halves it under savepoints until the
 * failed events stand alone, so that one of 5,000 costs some 13 attempts, and the log's order is kept
 * across lanes. Lanes in `parkedLanes` wait; failing ones join them.
 */
export const applyIsolating = async (
  client: ClientBase,
  projection: RunnableProjection,
  writer: BatchWriter,
  events: readonly RecordedEvent[],
  parkedLanes: ReadonlySet<string>,
): Promise<Isolation> => {
  const lanes = new Set(parkedLanes);
  const isolation: Isolation = { parked: [], failed: [] };

  const apply = async (range: readonly RecordedEvent[]): Promise<void> => {
    const open: RecordedEvent[] = [];
    for (const event of range) {
      const lane = laneOf(projection, event);
      if (lanes.has(lane)) isolation.parked.push({ event, lane, reason: undefined });
      else open.push(event);
    }
    const [first] = open;
    if (first === undefined) return;
    const fault = await attempt(client, writer, open);
    if (fault === undefined) return;
    if (open.length === 1) {
      const failed = { event: first, fault };
      if (projection.onFailure === 'halt') isolation.halted = failed;
      else {
        isolation.failed.push(failed);
        const lane = laneOf(projection, first);
        lanes.add(lane);
        isolation.parked.push({ event: first, lane, reason: describeFault(fault) });
      }
      return;
    }
    const middle = Math.ceil(open.length / 2);
    await apply(open.slice(0, middle));
    if (isolation.halted === undefined) await apply(open.slice(middle));
  };

  await apply(events);
  return isolation;
};

/** Resolves with the fault of the events, after undoing their effects. */
export const attempt = async (
  client: ClientBase,
  writer: BatchWriter,
  events: readonly RecordedEvent[],
): Promise<unknown> => {
  await client.query('savepoint events');
  try {
    await writer.write(client, writer.fold(events));
    await client.query('release savepoint events');
    return undefined;
  } catch (error) {
    if (!isPoison(error)) throw error;
    await client.query('rollback to savepoint events; release savepoint events');
    return error;
  }
};
