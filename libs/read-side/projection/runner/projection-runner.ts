import type { Pool } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { type LifeCycle, unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { shareSubscription } from '#libs/ports/event-store/shared-subscription/shared-subscription.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { ProgressAnnouncer } from '../progress/progress-announcer.js';
import { type ProjectionStatus, projectionStatus } from '../progress/projection-status.js';
import { type ProjectionLog, ProjectionTask } from './projection-task.js';
import { type RetryResult, retryParked } from './retry-parked.js';
import type { RunnableProjection } from './runnable-projection.js';

export interface ProjectionRunnerSettings {
  /** Pool with at least one connection a projection, one that listens, and one more. */
  pool: Pool;
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
  status(): Promise<ProjectionStatus[]>;
  /** Retries a parked lane, or all lanes of the projection when none is named. */
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

const silent: ProjectionLog = { info: () => undefined };

/**
 * A sequence follows from the log alone only if every event is applied in its place; were a lane parked,
 * a rebuild would number its rows otherwise.
 */
const assertRunnable = (projections: readonly RunnableProjection[]): void => {
  for (const { name, sequence, onFailure } of projections)
    if (sequence !== undefined && onFailure !== 'halt') throw new TypeError(`${name} has a sequence and must halt`);
};

/** Runs projections, each on one process at a time however many processes run it. */
export const createProjectionRunner = (settings: ProjectionRunnerSettings): ProjectionRunner => {
  const {
    pool,
    eventStore,
    leases,
    projections,
    log = silent,
    lifeCycle = unobserved,
    now = () => new Date(),
  } = settings;
  assertRunnable(projections);
  const stopping = new AbortController();
  const shared = shareSubscription(eventStore, { gatherMs, passAfterMs });
  const announcer = new ProgressAnnouncer(pool, () => shared.lookNow());
  let running: Promise<unknown> | undefined;

  return {
    start() {
      const retryDelay = settings.retryDelay ?? ((attempt: number) => backoff(attempt, { maxMs: maxRetryMs }));
      const taskSettings = { pool, eventStore, shared, announcer, leases, log, lifeCycle, now, retryDelay };
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
    async retryParked(name, lane) {
      const projection = projections.find((candidate) => candidate.name === name);
      if (projection === undefined) throw new TypeError(`there is no projection ${name}`);
      return retryParked({ pool, eventStore }, projection, lane);
    },
  };
};
