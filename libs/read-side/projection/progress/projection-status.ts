import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { logLag } from '#libs/ports/event-store/log-lag.js';
import { type Position, START } from '#libs/ports/event-store/position.js';
import { type Lag, unknownLag } from '#libs/ports/event-store/shared-subscription/observed-lag.js';
import { readCheckpoints, type StoredCheckpoint } from '../runner/checkpoint.js';
import { type HeldLane, heldLanes } from '../runner/held-lanes.js';
import { eventTypesOf, type RunnableProjection } from '../runner/runnable-projection.js';

export interface ProjectionStatus {
  name: string;
  version: number;
  position: Position;
  state: 'running' | 'waiting' | 'halted' | 'rebuilding';
  /** Reason for which the projection waits or has halted. */
  reason: string | undefined;
  /** Progress of a rebuild that is under way, 0 to 1. */
  rebuilt: number | undefined;
  /** Number of events not yet applied, counted up to 1,000; undefined where it is not known. */
  lagEvents: number | undefined;
  /** Age in seconds of the oldest event not yet applied, or more; undefined where it is not known. */
  lagSeconds: number | undefined;
  /** Lanes, such as organizations, of which nothing is applied since an event failed. */
  heldLanes: HeldLane[];
  parkedLanes: number;
  parkedEvents: number;
  /** Undefined when nothing is parked. */
  oldestParkedSeconds: number | undefined;
}

export interface StatusSettings {
  pool: Pool;
  eventStore: EventStore;
  projections: readonly RunnableProjection[];
  now?: () => Date;
}

/** Milliseconds of silence after which a rebuild counts as dead; a live one stores its progress every second. */
const silentRebuildMs = 30_000;

/** Place of a projection in the log. */
export interface ProjectionPlace {
  projection: RunnableProjection;
  position: Position;
}

/**
 * Status of each projection, as seen from any process. One that has never run is `waiting` at the start of the log. It
 * reads the log behind each place: for a person who asks, not for a page of metrics.
 */
export const projectionStatus = ({ eventStore, ...settings }: StatusSettings): Promise<ProjectionStatus[]> => {
  const now = () => (settings.now?.() ?? new Date()).getTime();
  return statusWith(settings, async (readPlaces) => {
    const lagAt = ({ projection, position }: ProjectionPlace) =>
      logLag(eventStore, { position, types: eventTypesOf(projection) }, now);
    return Promise.all((await readPlaces()).map(lagAt));
  });
};

/** Status of each projection, with lags from elsewhere: `lagsOf` reads the places when it wants to know them. */
export const statusWith = async (
  settings: Omit<StatusSettings, 'eventStore'>,
  lagsOf: (readPlaces: () => Promise<ProjectionPlace[]>) => Promise<Lag[]>,
): Promise<ProjectionStatus[]> => {
  const { pool, projections, now = () => new Date() } = settings;
  const names = projections.map(({ name }) => name);
  let checkpoints = new Map<string, StoredCheckpoint>();
  const lags = await lagsOf(async () => {
    checkpoints = await readCheckpoints(pool, names);
    return projections.map((projection) => {
      return { projection, position: checkpoints.get(projection.name)?.position ?? START };
    });
  });
  const [parked, rebuilds] = await Promise.all([
    readParked(pool, names),
    readRebuilds(pool, names, new Date(now().getTime() - silentRebuildMs)),
  ]);
  return Promise.all(
    projections.map(async (projection, index) => {
      const { name } = projection;
      const stored = checkpoints.get(name) ?? neverRun(projection);
      const lanes = parked.get(name);
      const rebuilt = rebuilds.get(name);
      return {
        name,
        version: stored.version,
        position: stored.position,
        state: rebuilt === undefined ? stored.state : 'rebuilding',
        reason: stored.reason ?? undefined,
        rebuilt,
        ...(lags[index] ?? unknownLag),
        heldLanes: projection.onFailure === 'hold' ? await heldLanes(pool, name) : [],
        parkedLanes: lanes?.lanes ?? 0,
        parkedEvents: lanes?.events ?? 0,
        oldestParkedSeconds: lanes === undefined ? undefined : secondsBetween(lanes.oldest, now()),
      };
    }),
  );
};

const neverRun = ({ name, version }: RunnableProjection): StoredCheckpoint => ({
  name,
  version,
  position: START,
  state: 'waiting',
  reason: null,
});

const secondsBetween = (from: Date, to: Date): number => Math.max(0, (to.getTime() - from.getTime()) / 1_000);

interface ParkedSummary {
  projection: string;
  lanes: number;
  events: number;
  oldest: Date;
}

const readParked = async (pool: Pool, names: readonly string[]): Promise<Map<string, ParkedSummary>> => {
  const { rows } = await pool.query<ParkedSummary>(
    `select projection, count(distinct lane)::int as lanes, count(*)::int as events, min(parked_at) as oldest
     from projection.parked_event where projection = any($1) group by projection`,
    [names],
  );
  return new Map(rows.map((row) => [row.projection, row]));
};

const readRebuilds = async (pool: Pool, names: readonly string[], since: Date): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ projection: string; fraction: number }>(
    'select projection, fraction from projection.rebuild where projection = any($1) and updated_at > $2',
    [names, since],
  );
  return new Map(rows.map(({ projection, fraction }) => [projection, fraction]));
};
