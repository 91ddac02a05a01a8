import type { Pool } from 'pg';
import { anySignal } from '#libs/platform/async/any-signal.js';
import type { FairSlots } from '#libs/platform/async/fair-slots.js';
import { pause } from '#libs/platform/async/pause.js';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { LogReplacedError, type LogTrail, placesOf } from '#libs/ports/event-store/log-trail.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { SharedSubscription } from '#libs/ports/event-store/shared-subscription/shared-subscription.js';
import type { Lease, Leases } from '#libs/ports/lease/lease.port.js';
import type { ProgressAnnouncer } from '../progress/progress-announcer.js';
import { rebuildProjection } from '../rebuild/projection-rebuild.js';
import {
  assertNotNewer,
  CheckpointMismatchError,
  claimCheckpoint,
  type StoredState,
  storeState,
} from './checkpoint.js';
import { ProjectionFeed, ProjectionHaltedError } from './projection-feed.js';
import type { RunnableProjection } from './runnable-projection.js';

/** Log of the runner's work; a pino logger is one. */
export interface ProjectionLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
}

/** The place that a projection has reached, at or behind the stored one. */
export interface PassedPlace {
  position: Position;
  /** Time at which the last event applied was written: RFC 3339. */
  passedUntil: string | undefined;
}

export interface TaskSettings {
  pool: Pool;
  /** Bounds the rebuilds of this process, each of which holds connections. */
  rebuilds: FairSlots;
  eventStore: EventStore;
  trail: LogTrail;
  /** The subscription to the event store that all projections of this process share. */
  shared: SharedSubscription;
  announcer: ProgressAnnouncer;
  /** Receives the place of each projection while it runs here. */
  passed: Map<string, PassedPlace>;
  leases: Leases;
  log: ProjectionLog;
  lifeCycle: LifeCycle;
  now: () => Date;
  /** Milliseconds to wait after the nth failure in a row, from 1. */
  retryDelay: (attempt: number) => number;
}

/** Keeps one projection running on the process that holds its lease. */
export class ProjectionTask {
  private failures = 0;

  constructor(
    private readonly settings: TaskSettings,
    private readonly projection: RunnableProjection,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { leases, log, retryDelay } = this.settings;
    const { name } = this.projection;
    while (!signal.aborted) {
      let lease: Lease | undefined;
      try {
        lease = await leases.acquire(`projection:${name}`, signal);
        log.debug({ projection: name }, 'projection runs here');
        await this.work(lease, anySignal([signal, lease.lost]));
      } catch (error) {
        if (signal.aborted) break;
        this.failures += 1;
        this.report(error);
        if (lease !== undefined) await this.tell(lease, stateAfter(error), describeFault(error));
        await pause(retryDelay(this.failures), signal);
      } finally {
        await lease?.release();
      }
    }
  }

  private report(error: unknown): void {
    const { lifeCycle } = this.settings;
    const facts = { projection: this.projection.name, attempt: this.failures, cause: causeOf(error) };
    if (error instanceof ProjectionHaltedError) lifeCycle.emit('projection.halted', { ...facts, ...error.at });
    else if (error instanceof LogReplacedError) lifeCycle.emit('log.replaced', placesOf(error));
    else lifeCycle.emit('projection.retried', facts);
  }

  private async work(lease: Lease, signal: AbortSignal): Promise<void> {
    const { pool, rebuilds, trail, shared, announcer, passed, log, lifeCycle, now } = this.settings;
    const { projection } = this;
    let hold = await claimCheckpoint(pool, projection, lease.fencingToken, now());
    assertNotNewer(hold, projection);
    await trail.assertSound(`projection:${projection.name}`, hold.position);
    if (hold.version < projection.version) {
      log.info({ projection: projection.name, from: hold.version, to: projection.version }, 'projection is rebuilt');
      const leave = await rebuilds.enter(projection.name, signal);
      await rebuildProjection({ ...this.settings, projection, signal }).finally(leave);
      this.failures = 0;
      hold = await claimCheckpoint(pool, projection, lease.fencingToken, now());
    }
    // After a failure the projection counts as running only once its checkpoint has moved.
    let told = this.failures > 0 ? undefined : this.tell(lease, 'running', undefined);
    const onMoved = () => {
      this.failures = 0;
      told ??= this.tell(lease, 'running', undefined);
    };
    const onPassed = (position: Position, writtenAt?: string) => {
      const passedUntil = writtenAt ?? passed.get(projection.name)?.passedUntil;
      passed.set(projection.name, { position, passedUntil });
      announcer.passed(projection.name, position);
    };
    const isAwaited = () => announcer.isAwaited;
    const feed = { pool, log: shared, projection, lifeCycle, now, onMoved, onPassed, isAwaited };
    await new ProjectionFeed(feed, hold).run(signal).finally(() => passed.delete(projection.name));
    await told;
  }

  private async tell(lease: Lease, state: StoredState, reason: string | undefined): Promise<void> {
    // The state is for people to see; the work does not depend on it.
    const hold = { name: this.projection.name, fencingToken: lease.fencingToken };
    await storeState(this.settings.pool, hold, state, reason).catch(() => undefined);
  }
}

const stateAfter = (error: unknown): StoredState => {
  if (error instanceof ProjectionHaltedError || error instanceof LogReplacedError) return 'halted';
  return error instanceof CheckpointMismatchError ? 'running' : 'waiting';
};
