import type { Pool } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { type LifeCycle, unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogTrail } from '#libs/ports/event-store/log-trail.js';
import { isAtOrAfter } from '#libs/ports/event-store/position.js';
import { observedLags } from '#libs/ports/event-store/shared-subscription/observed-lag.js';
import { shareSubscription } from '#libs/ports/event-store/shared-subscription/shared-subscription.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { ProgressAnnouncer } from '../progress/progress-announcer.js';
import { type ProjectionStatus, projectionStatus, statusWith } from '../progress/projection-status.js';
import { rebuildSlots } from '../rebuild/rebuild-slots.js';
import { type PassedPlace, type ProjectionLog, ProjectionTask } from './projection-task.js';
import { retryHeld } from './retry-held.js';
import { type RetryResult, retryParked } from './retry-parked.js';
import { eventTypesOf, type RunnableProjection } from './runnable-projection.js';

export interface ProjectionRunnerSettings {
  pool: Pool;
  /** Tells of readers that wait. */
  listener: Pick<DirectConnection, 'listen'>;
  eventStore: EventStore;
  leases: Leases;
  projections: readonly RunnableProjection[];
  log?: ProjectionLog;
  /** Receives failures: tries that are repeated, parked events and halts. */
  lifeCycle?: LifeCycle;
  now?: () => Date;
  retryDelay?: (attempt: number) => number;
}

export interface ProjectionRunner {
  start(): void;
  /** Stops the projections. Resolves when nothing is being written any more. */
  stop(): Promise<void>;
  /** Reads the log behind the place of each projection. */
  status(): Promise<ProjectionStatus[]>;
  /** The same without reading the log, but for one look at its head: lags that this process does not know are undefined. */
  observe(): Promise<ProjectionStatus[]>;
  /** Retries a lane that is parked or held back, or all of the projection when none is named. */
  retryParked(projection: string, lane?: string): Promise<RetryResult>;
}

const maxRetryMs = 10_000;

/**
 * While events come, they are applied four times a second, and at once when readers wait. At 100 requests/s
 * each gathering costs some 2 ms of processor time, with two batches written in it.
 */
const gatherMs = 250;

/** Milliseconds between wake-ups of projections that handle none of the events, to move on. */
const passAfterMs = 1_000;

const silent: ProjectionLog = { debug: () => undefined, info: () => undefined };

/**
 * A sequence follows from the log alone only if every event of it is applied in its place; were the lanes within it
 * parked, a rebuild would number its rows otherwise. Holding is in order by lane, so the lane is the sequence.
 */
const assertRunnable = (projections: readonly RunnableProjection[]): void => {
  for (const { name, sequence, onFailure, laneKey } of projections) {
    if (sequence !== undefined && onFailure === 'park') throw new TypeError(`${name} has a sequence and must not park`);
    if (onFailure === 'hold' && laneKey === undefined)
      throw new TypeError(`${name} holds lanes and has no key of them`);
  }
};

/** Runs projections, each on one process at a time however many processes run it. */
export const createProjectionRunner = (settings: ProjectionRunnerSettings): ProjectionRunner => {
  const {
    pool,
    listener,
    eventStore,
    leases,
    projections,
    log = silent,
    lifeCycle = unobserved,
    now = () => new Date(),
  } = settings;
  assertRunnable(projections);
  const stopping = new AbortController();
  const trail = new LogTrail(pool, eventStore);
  const shared = shareSubscription(
    {
      head: () => eventStore.head(),
      readAll: (options) => eventStore.readAll(options),
      subscribeToAll: (options) => trail.following(eventStore, options),
    },
    { gatherMs, passAfterMs },
  );
  const announcer = new ProgressAnnouncer(pool, listener, () => shared.lookNow());
  const rebuilds = rebuildSlots(pool);
  /** Places of the projections that run here: the stored ones lie behind them where nothing is applied. */
  const passed = new Map<string, PassedPlace>();
  let running: Promise<unknown> | undefined;

  return {
    start() {
      const retryDelay = settings.retryDelay ?? ((attempt: number) => backoff(attempt, { maxMs: maxRetryMs }));
      const taskSettings = {
        pool,
        rebuilds,
        eventStore,
        trail,
        shared,
        announcer,
        passed,
        leases,
        log,
        lifeCycle,
        now,
        retryDelay,
      };
      announcer.start();
      running ??= Promise.all(
        projections.map((projection) => new ProjectionTask(taskSettings, projection).run(stopping.signal)),
      );
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all([shared.close(), announcer.close()]);
    },
    status: () => projectionStatus({ pool, eventStore, projections, now }),
    observe: () =>
      statusWith({ pool, projections, now }, (readPlaces) =>
        observedLags(
          eventStore,
          shared,
          async () =>
            (await readPlaces()).map(({ projection, position }) => {
              const here = passed.get(projection.name);
              const isAhead = here !== undefined && isAtOrAfter(here.position, position);
              return { position, types: eventTypesOf(projection), ...(isAhead ? here : {}) };
            }),
          () => now().getTime(),
        ),
      ),
    async retryParked(name, lane) {
      const projection = projections.find((candidate) => candidate.name === name);
      if (projection === undefined) throw new TypeError(`there is no projection ${name}`);
      return projection.onFailure === 'hold'
        ? retryHeld({ pool, eventStore, now }, projection, lane)
        : retryParked({ pool, eventStore }, projection, lane);
    },
  };
};
