import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { askedOnce } from '#libs/platform/telemetry/asked-once.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter, type Position, START } from '#libs/ports/event-store/position.js';
import { standsStillAfterMs } from '#libs/read-side/projection/progress/standstill-watch.js';
import { readCheckpoints } from '#libs/read-side/projection/runner/checkpoint.js';

interface Settings {
  pool: Pool;
  eventStore: Pick<EventStore, 'head'>;
  /** Names of the projections whose rows are read. */
  projections: readonly string[];
  now?: () => Date;
  /** Milliseconds between looks at the head beside those of pages; 5,000 when omitted. */
  lookEveryMs?: number;
}

/** Heads of the log that are remembered with the time at which they were seen: those of two hours, if it always grows. */
const maxSeen = 1_500;
/** Milliseconds between looks at the head, whether pages are asked for or not. */
const usuallyEveryMs = 5_000;

/**
 * Measures how far projections are behind, as a process sees it that only reads their rows: when none of those that write them
 * answers, this is the lag that is left. It costs one query and one look at the head of the log. A projection that has
 * passed the head has no lag. Of one that has passed a head seen before, nothing is older than that look; where that is
 * less than its checkpoint may lie behind, and where no such head was seen, the lag is not known.
 */
export const measureProjectionLag = (
  registry: Registry,
  { pool, eventStore, projections, now = () => new Date(), lookEveryMs = usuallyEveryMs }: Settings,
): void => {
  const seen: { head: Position; at: number }[] = [];

  const lookAtHead = async (): Promise<Position> => {
    const at = now().getTime();
    const head = await eventStore.head();
    if (seen.at(-1)?.head === head) seen.pop();
    seen.push({ head, at });
    if (seen.length > maxSeen) seen.shift();
    return head;
  };
  setInterval(() => void lookAtHead().catch(() => undefined), lookEveryMs).unref();

  const look = async (): Promise<[projection: string, seconds: number][]> => {
    const head = await lookAtHead();
    const checkpoints = await readCheckpoints(pool, projections);
    return projections.map((name) => {
      const position = checkpoints.get(name)?.position ?? START;
      if (isAtOrAfter(position, head)) return [name, 0];
      const passed = seen.findLast((earlier) => isAtOrAfter(position, earlier.head));
      const age = passed === undefined ? Number.NaN : now().getTime() - passed.at;
      return [name, age < standsStillAfterMs ? Number.NaN : age / 1_000];
    });
  };

  const lags = askedOnce(look);
  const series = new Gauge({
    name: 'transledger_projection_lag_seconds',
    help: 'Age of the oldest event not yet applied, or more; NaN where it is not known.',
    labelNames: ['projection'] as const,
    registers: [registry],
    aggregator: 'max', // every node sees the same
    async collect() {
      const measured = await lags();
      if (measured === undefined) for (const projection of projections) this.set({ projection }, Number.NaN);
      for (const [projection, seconds] of measured ?? []) this.set({ projection }, seconds);
    },
  });
  for (const projection of projections) series.set({ projection }, Number.NaN);
};
