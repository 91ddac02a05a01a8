import type { Pool } from 'pg';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { BatchWriter } from './batch-writer.js';
import { CheckpointMismatchError, readCheckpoints } from './checkpoint.js';
import { attempt } from './failure-isolation.js';
import { firstParked, noteFailedRetry, type ParkedReference, parkedLanes, unpark } from './parked-events.js';
import type { RunnableProjection } from './runnable-projection.js';

export interface RetryResult {
  /** Number of events that were applied and wait no longer. */
  applied: number;
  /** Lanes in which an event failed again. */
  stillParked: string[];
}

const chunk = 200;

/**
 * Applies the parked events of one lane, or of all, in order, and unparks the lanes without a failure.
 * May run in any process beside the runner: the locked checkpoint serializes the two.
 */
export const retryParked = async (
  { pool, eventStore }: { pool: Pool; eventStore: EventStore },
  projection: RunnableProjection,
  lane?: string,
): Promise<RetryResult> => {
  const result: RetryResult = { applied: 0, stillParked: [] };
  const lanes = lane === undefined ? await parkedLanes(pool, projection.name) : [lane];
  for (const name of lanes) {
    let outcome: LaneOutcome;
    do {
      outcome = await retryFirst(pool, eventStore, projection, name);
      result.applied += outcome.applied;
    } while (outcome.kind === 'more');
    if (outcome.kind === 'failed') result.stillParked.push(name);
  }
  return result;
};

interface LaneOutcome {
  kind: 'more' | 'empty' | 'failed';
  applied: number;
}

const retryFirst = (
  pool: Pool,
  eventStore: EventStore,
  projection: RunnableProjection,
  lane: string,
): Promise<LaneOutcome> =>
  inTransaction(pool, async (client) => {
    const stored = (await readCheckpoints(client, [projection.name], 'for update')).get(projection.name);
    if (stored?.version !== projection.version)
      throw new CheckpointMismatchError(`${projection.name} is at another version`);
    const references = await firstParked(client, projection.name, lane, chunk);
    const writer = await BatchWriter.open(client, projection);
    const applied: string[] = [];
    for (const reference of references) {
      const fault = await attempt(client, writer, [await eventOf(eventStore, reference)]);
      if (fault !== undefined) {
        await noteFailedRetry(client, projection.name, reference.position, describeFault(fault));
        break;
      }
      applied.push(reference.position);
    }
    await unpark(client, projection.name, applied);
    if (applied.length < references.length) return { kind: 'failed', applied: applied.length };
    return { kind: references.length < chunk ? 'empty' : 'more', applied: applied.length };
  });

const eventOf = async (eventStore: EventStore, { stream, revision }: ParkedReference): Promise<RecordedEvent> => {
  const event = await eventAt(eventStore, stream, revision);
  if (event === undefined) throw new Error(`the log no longer holds revision ${revision} of ${stream}`);
  return event;
};
