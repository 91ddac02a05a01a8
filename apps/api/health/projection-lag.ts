import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter, type Position, START } from '#libs/ports/event-store/position.js';
import { standsStillAfterMs } from '#libs/read-side/projection/progress/standstill-watch.js';
import { readCheckpoints } from '#libs/read-side/projection/runner/checkpoint.js';

interface Settings {
  pool: Pool;
  eventStore: Pick<EventStore, 'head' | 'readAll'>;
  /** Names of the projections whose rows are read. */
  projections: readonly string[];
  now?: () => Date;
}

/**
 * Measures how far projections are behind, as a process sees it that only reads their rows: when none of those that write them
 * answers, this is the lag that is left. It costs one query and, of each place behind the end of the log, one event.
 */
export const measureProjectionLag = (
  registry: Registry,
  { pool, eventStore, projections, now = () => new Date() }: Settings,
): void => {
  const lagAt = async (position: Position, head: Position): Promise<number> => {
    if (isAtOrAfter(position, head)) return 0;
    const { events } = await eventStore.readAll({ after: position, limit: 1 });
    const [oldest] = events;
    const age = oldest === undefined ? 0 : now().getTime() - Date.parse(oldest.recordedAt);
    return age < standsStillAfterMs ? 0 : age / 1_000;
  };

  const look = async (): Promise<[projection: string, seconds: number][]> => {
    const [checkpoints, head] = await Promise.all([readCheckpoints(pool, projections), eventStore.head()]);
    const projectionsAt = Map.groupBy(projections, (name) => checkpoints.get(name)?.position ?? START);
    const measured = [...projectionsAt].map(async ([position, names]) => {
      const seconds = await lagAt(position, head);
      return names.map((name): [string, number] => [name, seconds]);
    });
    return (await Promise.all(measured)).flat();
  };

  const lags = askedOnce(look);
  const series = new Gauge({
    name: 'transledger_projection_lag_seconds',
    help: 'Age of the oldest event not yet applied.',
    labelNames: ['projection'] as const,
    registers: [registry],
    aggregator: 'max', // every node sees the same
    async collect() {
      for (const [projection, seconds] of (await lags()) ?? []) this.set({ projection }, seconds);
    },
  });
  for (const projection of projections) series.set({ projection }, 0);
};
