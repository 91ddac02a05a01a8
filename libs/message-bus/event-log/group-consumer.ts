import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/event-store/event-store.port.js';
import type { Lease } from '#libs/lease/lease.port.js';
import type { ConsumerGroup, Message } from '../message-bus.port.js';
import { ContiguousCheckpoint } from './contiguous-checkpoint.js';
import { GroupRows, GroupTakenOverError } from './group-rows.js';
import { KeyLanes } from './key-lanes.js';
import { parkReason } from './park-reason.js';

interface Settings {
  pool: Pool;
  eventStore: EventStore;
  group: ConsumerGroup;
  lease: Lease;
  /** Told of what failed and is tried again. */
  onFault: (error: unknown) => void;
}

/** Messages read and not done: bounds the memory. */
const window = 1_000;
const saveEveryMs = 100;
/** Where the group was only passed by: saves a write ten times a second while others use the log. */
const saveIdleEveryMs = 5_000;
const lookForRetriesEveryMs = 2_000;
const writeAgainAfterMs = 500;
/** How long handlers may take to obey their signal before they are left behind. */
const patienceMs = 5_000;

/** One holder's turn at a consumer group: from taking it over until it stops or loses the lease. */
export class GroupConsumer {
  private readonly rows: GroupRows;
  private readonly lanes: KeyLanes;
  /** Ends the reading. */
  private readonly ending = new AbortController();
  /** Ends handlers: when the lease is lost, or when the time to stop is over. */
  private readonly aborting = new AbortController();
  private readonly abandoned = Promise.withResolvers<void>();
  private readonly fault = Promise.withResolvers<never>();
  private grace: NodeJS.Timeout | undefined;
  private hasRoom = Promise.withResolvers<void>();
  private handled = 0;

  constructor(private readonly settings: Settings) {
    const { pool, group, lease } = settings;
    this.rows = new GroupRows(pool, group.name, lease.fencingToken);
    this.lanes = new KeyLanes(group.concurrency);
    this.fault.promise.catch(() => undefined);
    lease.lost.addEventListener('abort', this.abort);
    if (lease.lost.aborted) this.abort();
  }

  /** Begins no message any more; ends handlers after the grace period. */
  end(graceMs: number): void {
    this.takeNoMore();
    clearTimeout(this.grace);
    this.grace = setTimeout(() => this.abort(), graceMs);
  }

  /** Resolves when it was ended or lost the lease; rejects when it cannot go on. */
  async run(): Promise<void> {
    const { position, parked } = await this.rows.takeOver(this.settings.group.types);
    const checkpoint = new ContiguousCheckpoint(position);
    const idle = new AbortController();
    const saving = this.keepSaving(checkpoint, idle.signal);
    const retrying = this.keepRetrying();
    try {
      await Promise.race([this.read(checkpoint, parked), this.fault.promise]);
    } catch (error) {
      this.abort();
      throw error;
    } finally {
      this.takeNoMore();
      await Promise.race([this.lanes.untilIdle(), this.abandoned.promise]);
      clearTimeout(this.grace);
      this.settings.lease.lost.removeEventListener('abort', this.abort);
      idle.abort();
      await Promise.all([saving, retrying]);
    }
  }

  private takeNoMore(): void {
    this.ending.abort();
    this.lanes.close();
    this.hasRoom.resolve();
  }

  private readonly abort = (): void => {
    this.takeNoMore();
    this.aborting.abort();
    setTimeout(() => this.abandoned.resolve(), patienceMs).unref();
  };

  private async read(checkpoint: ContiguousCheckpoint, parked: Set<string>): Promise<void> {
    const { eventStore, group } = this.settings;
    const { signal } = this.ending;
    const pages = eventStore.subscribeToAll({ after: checkpoint.position, types: group.types, signal });
    for await (const { events, position } of pages) {
      for (const message of events) {
        while (checkpoint.undone >= window && !signal.aborted) await this.untilRoom();
        if (signal.aborted) return;
        if (parked.delete(message.id)) checkpoint.pass(message.position);
        else this.enqueue(message, 0, checkpoint.note(message.position));
      }
      checkpoint.pass(position);
    }
    if (!signal.aborted) throw new Error('The event log came to an end');
  }

  private untilRoom(): Promise<void> {
    this.hasRoom = Promise.withResolvers();
    return this.hasRoom.promise;
  }

  private enqueue(message: Message, attemptsBefore: number, done: () => void): void {
    let attempt = 0;
    this.lanes.add(this.keyOf(message), async () => {
      attempt += 1;
      const outcome = await this.handle(message, attempt, attemptsBefore);
      if (outcome === 'done') {
        done();
        this.handled += 1;
        this.hasRoom.resolve();
      }
      return typeof outcome === 'number' ? outcome : undefined;
    });
  }

  private keyOf(message: Message): string {
    try {
      return this.settings.group.keyOf?.(message) ?? message.stream;
    } catch {
      return message.stream; // handling it fails for the same reason
    }
  }

  /** Done: handled, or parked. Undone: this turn is over, the next begins with it. Else the wait before the next try. */
  private async handle(message: Message, attempt: number, attemptsBefore: number): Promise<'done' | 'undone' | number> {
    const { retryDelays, handle, keyOf } = this.settings.group;
    const { signal } = this.aborting;
    try {
      keyOf?.(message);
      await handle({ message, attempt, signal });
    } catch (error) {
      if (signal.aborted) return 'undone';
      const reason = parkReason(error, message);
      return retryDelays[attempt - 1] ?? this.write(() => this.rows.park(message, reason, attemptsBefore + attempt));
    }
    return attemptsBefore === 0 ? 'done' : this.write(() => this.rows.unpark(message.id));
  }

  /** Again and again while the database is away; the lease, which needs it too, ends that. */
  private async write(statement: () => Promise<void>): Promise<'done' | 'undone'> {
    while (!this.aborting.signal.aborted) {
      try {
        await statement();
        return 'done';
      } catch (error) {
        this.onWriteFailed(error);
        await sleep(writeAgainAfterMs, undefined, { signal: this.aborting.signal }).catch(() => undefined);
      }
    }
    return 'undone';
  }

  private onWriteFailed(error: unknown): void {
    if (error instanceof GroupTakenOverError) this.fault.reject(error);
    else this.settings.onFault(error);
  }

  /** Until nothing runs any more, and then once more. */
  private async keepSaving(checkpoint: ContiguousCheckpoint, idle: AbortSignal): Promise<void> {
    let saved = { position: checkpoint.position, handled: this.handled, at: performance.now() };
    const save = async () => {
      const next = { position: checkpoint.position, handled: this.handled, at: performance.now() };
      const passedByOnly = next.handled === saved.handled && next.at - saved.at < saveIdleEveryMs;
      if (next.position === saved.position || this.settings.lease.lost.aborted) return;
      if (passedByOnly && !idle.aborted) return;
      await this.rows.saveCheckpoint(next.position);
      saved = next;
    };
    await this.every(saveEveryMs, idle, save);
    await save().catch((error: unknown) => this.onWriteFailed(error));
  }

  private keepRetrying(): Promise<void> {
    const enqueued = new Set<string>();
    return this.every(lookForRetriesEveryMs, this.ending.signal, async () => {
      for (const { eventId, stream, revision, attempts } of await this.rows.retryRequests()) {
        if (enqueued.has(eventId)) continue;
        for await (const message of this.settings.eventStore.readStream(stream, { from: revision, limit: 1 })) {
          enqueued.add(eventId);
          this.enqueue(message, attempts, () => enqueued.delete(eventId));
        }
      }
    });
  }

  private async every(intervalMs: number, until: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!until.aborted) {
      await sleep(intervalMs, undefined, { signal: until }).catch(() => undefined);
      if (!until.aborted) await work().catch((error: unknown) => this.onWriteFailed(error));
    }
  }
}
