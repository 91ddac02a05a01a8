import type { ClientBase } from 'pg';
import { describeFault, isDataFault } from '#libs/platform/postgres/postgres-faults.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { RowOperationError } from '../rows/row-buffer.js';
import type { BatchWriter } from './batch-writer.js';
import { maxHeldLanes } from './held-lanes.js';
import type { ParkedEvent } from './parked-events.js';
import { EventHandlingError, holdableLaneOf, laneOf, type RunnableProjection } from './runnable-projection.js';

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
  /** Failed events whose lanes are held back from them on. */
  held: (FailedEvent & { lane: string })[];
  /** The failed event of a projection that cannot go on without it; nothing from it on has been applied. */
  halted?: FailedEvent;
}

/**
 * Applies a batch with a failing event within a transaction: halves it under savepoints until the
 * failed events stand alone, so that one of 5,000 costs some 13 attempts, and the log's order is kept
 * across lanes. Lanes in `aside` wait; failing ones join them.
 */
export const applyIsolating = async (
  client: ClientBase,
  projection: RunnableProjection,
  writer: BatchWriter,
  events: readonly RecordedEvent[],
  aside: ReadonlySet<string>,
): Promise<Isolation> => {
  const lanes = new Set(aside);
  const isolation: Isolation = { parked: [], failed: [], held: [] };

  const putAside = (failed: FailedEvent): void => {
    const holdable = lanes.size < maxHeldLanes ? holdableLaneOf(projection, failed.event) : undefined;
    if (projection.onFailure === 'park') {
      const lane = laneOf(projection, failed.event);
      lanes.add(lane);
      isolation.failed.push(failed);
      isolation.parked.push({ event: failed.event, lane, reason: describeFault(failed.fault) });
    } else if (holdable !== undefined) {
      lanes.add(holdable);
      isolation.held.push({ ...failed, lane: holdable });
    } else isolation.halted = failed;
  };

  const apply = async (range: readonly RecordedEvent[]): Promise<void> => {
    const open: RecordedEvent[] = [];
    for (const event of range) {
      const lane = laneOf(projection, event);
      if (!lanes.has(lane)) open.push(event);
      else if (projection.onFailure === 'park') isolation.parked.push({ event, lane, reason: undefined });
    }
    const [first] = open;
    if (first === undefined) return;
    const fault = await attempt(client, writer, open);
    if (fault === undefined) return;
    if (open.length === 1) {
      putAside({ event: first, fault });
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
