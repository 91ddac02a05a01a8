import type { ClientBase, Pool } from 'pg';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter } from '#libs/ports/event-store/position.js';
import { BatchWriter } from './batch-writer.js';
import { CheckpointMismatchError, readCheckpoints } from './checkpoint.js';
import { attempt } from './failure-isolation.js';
import { advanceHeldLane, heldLane, heldLanes, holdLane, releaseLane } from './held-lanes.js';
import type { RetryResult } from './retry-parked.js';
import { eventTypesOf, laneOf, type RunnableProjection } from './runnable-projection.js';

/** Events of the log that are read and applied in one transaction; the runner waits for so long. */
const chunk = 2_000;

interface Settings {
  pool: Pool;
  eventStore: EventStore;
  projection: RunnableProjection;
  now: () => Date;
}

interface Step {
  kind: 'more' | 'caught up' | 'failed';
  applied: number;
}

/**
 * Applies what one held lane has missed, or what all have, from the log in its order, and lets those go that have caught
 * up with the checkpoint. May run in any process beside the runner: the locked checkpoint serializes the two.
 */
export const retryHeld = async (
  { pool, eventStore, now }: Omit<Settings, 'projection'>,
  projection: RunnableProjection,
  lane?: string,
): Promise<RetryResult> => {
  const result: RetryResult = { applied: 0, stillParked: [] };
  const lanes = lane === undefined ? (await heldLanes(pool, projection.name)).map((held) => held.lane) : [lane];
  for (const name of lanes) {
    let step: Step;
    do {
      step = await catchUp({ pool, eventStore, projection, now }, name);
      result.applied += step.applied;
    } while (step.kind === 'more');
    if (step.kind === 'failed') result.stillParked.push(name);
  }
  return result;
};

const catchUp = ({ pool, eventStore, projection, now }: Settings, lane: string): Promise<Step> =>
  inTransaction(pool, async (client): Promise<Step> => {
    const { name } = projection;
    const stored = (await readCheckpoints(client, [name], 'for update')).get(name);
    if (stored?.version !== projection.version) throw new CheckpointMismatchError(`${name} is at another version`);
    const held = await heldLane(client, name, lane);
    if (held === undefined) return { kind: 'caught up', applied: 0 };

    const page = await eventStore.readAll({ after: held.appliedTo, types: eventTypesOf(projection), limit: chunk });
    const missed = page.events.filter(
      (event) => isAtOrAfter(stored.position, event.position) && laneOf(projection, event) === lane,
    );
    const writer = await BatchWriter.open(client, projection);
    const { applied, failed } = await applyInOrder(client, writer, missed);
    if (failed !== undefined) {
      const appliedTo = missed[applied - 1]?.position ?? held.appliedTo;
      const { event, fault } = failed;
      await holdLane(client, name, { lane, appliedTo, event, reason: describeFault(fault) }, now());
      return { kind: 'failed', applied };
    }
    if (page.atEnd || isAtOrAfter(page.position, stored.position)) {
      await releaseLane(client, name, lane);
      return { kind: 'caught up', applied };
    }
    await advanceHeldLane(client, name, lane, page.position);
    return { kind: 'more', applied };
  });

interface Applied {
  /** Number of events that were applied, from the first on. */
  applied: number;
  failed?: { event: RecordedEvent; fault: unknown };
}

/** Applies all events at once or, if one of them fails, each by itself up to that one. */
const applyInOrder = async (
  client: ClientBase,
  writer: BatchWriter,
  events: readonly RecordedEvent[],
): Promise<Applied> => {
  if (events.length === 0 || (await attempt(client, writer, events)) === undefined) return { applied: events.length };
  for (const [applied, event] of events.entries()) {
    const fault = await attempt(client, writer, [event]);
    if (fault !== undefined) return { applied, failed: { event, fault } };
  }
  return { applied: events.length };
};
