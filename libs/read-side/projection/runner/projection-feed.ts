import type { Pool } from 'pg';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import type { EventReference } from '#libs/platform/telemetry/life-cycle/life-cycle.events.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { applyBatch, emptyBatch, TableReplacedError } from './apply-batch.js';
import { BatchWriter } from './batch-writer.js';
import { type CheckpointHold, moveCheckpoint } from './checkpoint.js';
import { applyIsolating, type FailedEvent, type Isolation, isPoison } from './failure-isolation.js';
import { holdLane } from './held-lanes.js';
import { lanesAside } from './lanes-aside.js';
import { PageSource } from './page-source.js';
import { type ParkedEvent, parkEvents } from './parked-events.js';
import { eventTypesOf, laneOf, type RunnableProjection } from './runnable-projection.js';

/** An event has failed without which its projection cannot go on. */
export class ProjectionHaltedError extends Error {
  override readonly name = 'ProjectionHaltedError';
  readonly at: EventReference;

  constructor({ event, fault }: FailedEvent) {
    super(`${event.type} ${event.id} at ${event.position}: ${describeFault(fault)}`, { cause: fault });
    this.at = referenceTo(event);
  }
}

const referenceTo = ({ id: event, type, position }: RecordedEvent): EventReference => ({ event, type, position });

/** A retry has let lanes go meanwhile; the batch is sorted again. */
class LanesAsideChangedError extends Error {}

/**
 * Maximum of events in a batch. Larger ones gain little: above some 1,000 the commit no longer counts, and a
 * reader of its own write may have to wait for a whole batch.
 */
const pageSize = 5_000;

/** Milliseconds that a checkpoint may stay behind pages without events; fewer while readers, notified at once, wait. */
const idleMoveMs = 10_000;
const idleMoveAwaitedMs = 1_000;

export interface FeedSettings {
  pool: Pool;
  log: Pick<EventStore, 'subscribeToAll'>;
  projection: RunnableProjection;
  lifeCycle: LifeCycle;
  now: () => Date;
  /** Called with every position passed: with its checkpoint or, under a lease held when its page came, without one. */
  onPassed: (position: Position, lastWrittenAt?: string) => void;
  /** Whether readers wait for positions. */
  isAwaited: () => boolean;
  /** Called after every move of the checkpoint. */
  onMoved: () => void;
}

/** Feeds one projection from its checkpoint on, under a lease, until the signal aborts. */
export class ProjectionFeed {
  private readonly settings: FeedSettings;
  private readonly hold: CheckpointHold;
  /** Lanes that are parked or held back. */
  private lanes: ReadonlySet<string> = new Set();
  private lastMove = Number.NEGATIVE_INFINITY;

  constructor(settings: FeedSettings, hold: CheckpointHold) {
    this.settings = settings;
    this.hold = { ...hold };
  }

  /** @throws ProjectionHaltedError, CheckpointMismatchError, and errors of database and event store */
  async run(signal: AbortSignal): Promise<void> {
    const { pool, log, projection } = this.settings;
    this.lanes = await lanesAside(pool, projection);
    let writer = await this.openWriter();
    const pages = new PageSource(
      log.subscribeToAll({ after: this.hold.position, types: eventTypesOf(projection), pageSize, signal }),
    );
    let reached = this.hold.position;
    while (!signal.aborted) {
      const page = reached === this.hold.position ? await pages.next() : await pages.nextWithin(idleMoveAwaitedMs);
      if (signal.aborted || page === undefined) return;
      if (page === 'late') {
        if (this.untilIdleMove() <= 0) await this.moveOnly(reached);
        continue;
      }
      const events = page.events.filter(({ position }) => position > reached);
      if (page.position > reached) reached = page.position;
      if (events.length > 0) writer = await this.apply(writer, events, reached);
      else if (reached !== this.hold.position) await this.pass(reached);
    }
  }

  /** Passes a page without events of this projection: from its checkpoint on, a later holder applies nothing either. */
  private async pass(to: Position): Promise<void> {
    if (this.untilIdleMove() <= 0) await this.moveOnly(to);
    else this.settings.onPassed(to);
  }

  private untilIdleMove(): number {
    const within = this.settings.isAwaited() ? idleMoveAwaitedMs : idleMoveMs;
    return this.lastMove + within - performance.now();
  }

  private openWriter(): Promise<BatchWriter> {
    const { pool, projection } = this.settings;
    return inTransaction(pool, (client) => BatchWriter.open(client, projection));
  }

  /** Resolves with the writer for the next batch. */
  private async apply(opened: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<BatchWriter> {
    let writer = opened;
    const { pool, projection } = this.settings;
    for (;;) {
      try {
        if (this.lanes.size === 0) await this.applyAtOnce(writer, events, to);
        else await this.applyBesideOthers(writer, events, to);
        return writer;
      } catch (error) {
        writer.forget();
        if (error instanceof TableReplacedError) writer = await this.openWriter();
        else if (error instanceof LanesAsideChangedError) this.lanes = await lanesAside(pool, projection);
        else if (isPoison(error)) {
          await this.applySome(writer, events, to);
          return writer;
        } else throw error;
      }
    }
  }

  private async applyAtOnce(writer: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<void> {
    const { pool, projection, now } = this.settings;
    const batch = await writer.prepare(pool, events);
    await applyBatch(pool, this.hold, { to, now: now(), table: projection.table, batch });
    this.moved(to, { last: events.at(-1) });
  }

  /** Applies a batch while lanes are parked or held back. */
  private async applyBesideOthers(writer: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<void> {
    const { pool, projection, now } = this.settings;
    const { open, waiting } = this.sort(events);
    const buffer = writer.fold(open);
    await inTransaction(pool, async (client) => {
      await moveCheckpoint(client, this.hold, to, now());
      // Only a retry changes the lanes beside this holder, and only by letting them go.
      if ((await lanesAside(client, projection)).size !== this.lanes.size) throw new LanesAsideChangedError();
      await parkEvents(client, this.hold.name, waiting, now());
      await writer.write(client, buffer);
    });
    this.moved(to, { last: events.at(-1) });
  }

  private async applySome(writer: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<void> {
    const { pool, projection, lifeCycle, now } = this.settings;
    const done = await inTransaction(pool, async (client): Promise<Isolation & { to: Position }> => {
      await moveCheckpoint(client, this.hold, this.hold.position, now());
      const lanes = await lanesAside(client, projection);
      const isolation = await applyIsolating(client, projection, writer, events, lanes);
      await parkEvents(client, this.hold.name, isolation.parked, now());
      for (const { event, lane, fault } of isolation.held) {
        const appliedTo = lastBefore(events, event) ?? this.hold.position;
        await holdLane(client, this.hold.name, { lane, appliedTo, event, reason: describeFault(fault) }, now());
      }
      const { halted } = isolation;
      const last = halted === undefined ? to : (lastBefore(events, halted.event) ?? this.hold.position);
      await moveCheckpoint(client, this.hold, last, now());
      return { ...isolation, to: last };
    });
    this.lanes = new Set([...this.lanes, ...[...done.parked, ...done.held].map(({ lane }) => lane)]);
    this.moved(done.to, { healthy: done.halted === undefined });
    for (const { event, fault } of done.failed) {
      const cause = causeOf(fault);
      lifeCycle.emit('projection.parked', { projection: projection.name, attempt: 1, ...referenceTo(event), cause });
    }
    for (const { event, lane, fault } of done.held) {
      const cause = causeOf(fault);
      const facts = { projection: projection.name, lane, attempt: 1, ...referenceTo(event), cause };
      lifeCycle.emit('projection.held', facts);
    }
    if (done.halted !== undefined) throw new ProjectionHaltedError(done.halted);
  }

  private sort(events: readonly RecordedEvent[]): { open: readonly RecordedEvent[]; waiting: ParkedEvent[] } {
    const open: RecordedEvent[] = [];
    const waiting: ParkedEvent[] = [];
    for (const event of events) {
      const lane = laneOf(this.settings.projection, event);
      if (!this.lanes.has(lane)) open.push(event);
      else if (this.settings.projection.onFailure === 'park') waiting.push({ event, lane, reason: undefined });
    }
    return { open, waiting };
  }

  private async moveOnly(to: Position): Promise<void> {
    const { pool, projection, now } = this.settings;
    await applyBatch(pool, this.hold, { to, now: now(), table: projection.table, batch: emptyBatch });
    this.moved(to);
  }

  private moved(
    to: Position,
    { last, healthy = true }: { last?: RecordedEvent | undefined; healthy?: boolean } = {},
  ): void {
    this.hold.position = to;
    this.lastMove = performance.now();
    this.settings.onPassed(to, last?.recordedAt);
    if (healthy) this.settings.onMoved();
  }
}

const lastBefore = (events: readonly RecordedEvent[], event: RecordedEvent): Position | undefined =>
  events[events.indexOf(event) - 1]?.position;
