import type { Pool } from 'pg';
import { DegradedError, type Dependency } from '#libs/platform/process/dependency-health.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { readCheckpoints, type StoredCheckpoint } from '../runner/checkpoint.js';
import { heldLaneNames } from '../runner/held-lanes.js';
import type { RunnableProjection } from '../runner/runnable-projection.js';
import { StandstillWatch } from './standstill-watch.js';

interface Settings {
  pool: Pool;
  eventStore: Pick<EventStore, 'head'>;
  projections: readonly RunnableProjection[];
  /** Milliseconds of a clock that never goes back. */
  clock?: () => number;
}

const hint = 'See: npm run -s transledger-admin -- projections status';

interface Stored {
  checkpoints: Map<string, StoredCheckpoint>;
  held: Map<string, string[]>;
  parked: string[];
}

const readStored = async (pool: Pool, names: readonly string[]): Promise<Stored> => {
  const [checkpoints, held, parked] = await Promise.all([
    readCheckpoints(pool, names),
    heldLaneNames(pool, names),
    pool.query<{ name: string }>(
      `select name from unnest($1::text[]) as name
       where exists (select from projection.parked_event where projection = name)`,
      [names],
    ),
  ]);
  return { checkpoints, held, parked: parked.rows.map(({ name }) => name) };
};

/**
 * The read models as a dependency: no process serves nothing without them. Degraded while a projection is halted, has
 * events that wait aside, holds lanes back, or stands still, whichever process runs it, or none.
 */
export const readModelsDependency = ({
  pool,
  eventStore,
  projections,
  clock = () => performance.now(),
}: Settings): Dependency => {
  const names = projections.map(({ name }) => name);
  const watch = new StandstillWatch();

  const standingStill = async (checkpoints: Stored['checkpoints']): Promise<string[]> => {
    // Without a head nobody can say who is behind it; the event store is then reported itself.
    const head = await eventStore.head().catch(() => undefined);
    if (head === undefined) return [];
    const positions = names.map((name): [string, Position] => [name, checkpoints.get(name)?.position ?? START]);
    return watch.observe(new Map(positions), head, clock());
  };

  return {
    name: 'read_models',
    code: 'service_unavailable',
    isVital: false,
    check: async () => {
      const { checkpoints, held, parked } = await readStored(pool, names).catch(() => {
        throw new Error('The read models do not answer.');
      });
      const still = await standingStill(checkpoints);
      const problems = names.flatMap((name) => {
        if (checkpoints.get(name)?.state === 'halted') return `The projection ${name} is halted.`;
        if (still.includes(name)) return `The projection ${name} stands still.`;
        if (parked.includes(name)) return `Events of the projection ${name} are parked.`;
        const lanes = held.get(name);
        return lanes === undefined ? [] : `The projection ${name} holds ${lanes.join(', ')} back.`;
      });
      if (problems.length > 0) throw new DegradedError(`${problems.join(' ')} ${hint}`);
    },
  };
};
