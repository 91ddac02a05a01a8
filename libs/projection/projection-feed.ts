import type { Pool } from 'pg';
import type { EventStore, RecordedEvent } from '#libs/event-store/event-store.port.js';
import type { Position } from '#libs/event-store/position.js';
import { inTransaction } from '#libs/postgres/transaction.js';
import { BatchWriter } from './batch-writer.js';
import { type CheckpointHold, moveCheckpoint } from './checkpoint.js';
import { applyIsolating, type Isolation, isPoison } from './failure-isolation.js';
import { PageSource } from './page-source.js';
import { type ParkedEvent, parkEvents, parkedLanes } from './parked-events.js';
import { eventTypesOf, laneOf, type RunnableProjection } from './runnable-projection.js';

/** An event of a projection that never skips one has failed. */
export class ProjectionHaltedError extends Error {
  override readonly name = 'ProjectionHaltedError';
}

/** Lanes were unparked meanwhile by a retry; the batch is sorted again. */
class ParkedLanesChangedError extends Error {}

/**
 * Most events in a batch. Larger ones gain little: above some 1,000 the commit no longer counts, and a
 * batch is what a reader of its own write may have to wait for.
 */
const pageSize = 5_000;

/** How long a checkpoint may stay behind pages without events; readers of their own writes are told at once. */
const idleMoveMs = 1_000;

export interface FeedSettings {
  pool: Pool;
  log: Pick<EventStore, 'subscribeToAll'>;
  projection: RunnableProjection;
  now: () => Date;
  /** Told of positions that were passed without an event, under a lease that was held when their pages came. */
  onPassed: (position: Position) => void;
  /** Told after every move of the checkpoint. */
  onMoved: () => void;
}

/** Feeds one projection from its checkpoint on, under a lease, until the signal. */
export class ProjectionFeed {
  private readonly settings: FeedSettings;
  private readonly hold: CheckpointHold;
  private lanes: ReadonlySet<string> = new Set();
  private lastMove = Number.NEGATIVE_INFINITY;

  constructor(settings: FeedSettings, hold: CheckpointHold) {
    this.settings = settings;
    this.hold = { ...hold };
  }

  /** @throws ProjectionHaltedError, CheckpointMismatchError, and whatever makes database or event store fail */
  async run(signal: AbortSignal): Promise<void> {
    const { pool, log, projection } = this.settings;
    this.lanes = await parkedLanes(pool, projection.name);
    const writer = await inTransaction(pool, (client) => BatchWriter.open(client, projection));
    const pages = new PageSource(
      log.subscribeToAll({ after: this.hold.position, types: eventTypesOf(projection), pageSize, signal }),
    );
    let reached = this.hold.position;
    while (!signal.aborted) {
      const page = reached === this.hold.position ? await pages.next() : await pages.nextWithin(this.untilIdleMove());
      if (signal.aborted || page === undefined) return;
      if (page === 'late') {
        await this.moveOnly(reached);
        continue;
      }
      const events = page.events.filter(({ position }) => position > reached);
      if (page.position > reached) reached = page.position;
      if (events.length > 0) await this.apply(writer, events, reached);
      else if (reached !== this.hold.position) await this.pass(reached);
    }
  }

  /** Nothing of this projection came: a later holder, which begins at the checkpoint, has nothing to apply either. */
  private async pass(to: Position): Promise<void> {
    if (this.untilIdleMove() <= 0) await this.moveOnly(to);
    else this.settings.onPassed(to);
  }

  private untilIdleMove(): number {
    return this.lastMove + idleMoveMs - performance.now();
  }

  private async apply(writer: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<void> {
    for (;;) {
      try {
        return await this.applyAll(writer, events, to);
      } catch (error) {
        if (error instanceof ParkedLanesChangedError)
          this.lanes = await parkedLanes(this.settings.pool, this.hold.name);
        else if (isPoison(error)) return await this.applySome(writer, events, to);
        else throw error;
      }
    }
  }

  private async applyAll(writer: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<void> {
    const { pool, now } = this.settings;
    const { open, waiting } = this.sort(events);
    const buffer = writer.fold(open);
    await inTransaction(pool, async (client) => {
      await moveCheckpoint(client, this.hold, to, now());
      // Only a retry changes the lanes behind this holder's back, and only by unparking.
      if (this.lanes.size > 0 && (await parkedLanes(client, this.hold.name)).size !== this.lanes.size)
        throw new ParkedLanesChangedError();
      await parkEvents(client, this.hold.name, waiting, now());
      await writer.write(client, buffer);
    });
    this.moved(to);
  }

  private async applySome(writer: BatchWriter, events: readonly RecordedEvent[], to: Position): Promise<void> {
    const { pool, projection, now } = this.settings;
    const done = await inTransaction(pool, async (client): Promise<Isolation & { to: Position }> => {
      await moveCheckpoint(client, this.hold, this.hold.position, now());
      const lanes = await parkedLanes(client, this.hold.name);
      const isolation = await applyIsolating(client, projection, writer, events, lanes);
      await parkEvents(client, this.hold.name, isolation.parked, now());
      const { halted } = isolation;
      const last = halted === undefined ? to : (lastBefore(events, halted.event) ?? this.hold.position);
      await moveCheckpoint(client, this.hold, last, now());
      return { ...isolation, to: last };
    });
    for (const { lane } of done.parked) this.lanes = new Set([...this.lanes, lane]);
    this.moved(done.to, done.halted === undefined);
    if (done.halted !== undefined) {
      const { event, reason } = done.halted;
      throw new ProjectionHaltedError(`${event.type} ${event.id} at ${event.position}: ${reason}`);
    }
  }

  private sort(events: readonly RecordedEvent[]): { open: readonly RecordedEvent[]; waiting: ParkedEvent[] } {
    if (this.lanes.size === 0) return { open: events, waiting: [] };
    const open: RecordedEvent[] = [];
    const waiting: ParkedEvent[] = [];
    for (const event of events) {
      const lane = laneOf(this.settings.projection, event);
      if (this.lanes.has(lane)) waiting.push({ event, lane, reason: undefined });
      else open.push(event);
    }
    return { open, waiting };
  }

  private async moveOnly(to: Position): Promise<void> {
    await moveCheckpoint(this.settings.pool, this.hold, to, this.settings.now());
    this.moved(to);
  }

  private moved(to: Position, healthy = true): void {
    this.hold.position = to;
    this.lastMove = performance.now();
    if (healthy) this.settings.onMoved();
  }
}

const lastBefore = (events: readonly RecordedEvent[], event: RecordedEvent): Position | undefined =>
  events[events.indexOf(event) - 1]?.position;
