import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/event-store/event-store.port.js';
import type { Lease } from '#libs/lease/lease.port.js';
import type { ConsumerGroup, Message } from '../message-bus.port.js';
import { ContiguousCheckpoint } from './contiguous-checkpoint.js';
import { GroupRows } from './group-rows.js';
import { KeyLanes } from './key-lanes.js';

interface Settings {
  pool: Pool;
  eventStore: EventStore;
  group: ConsumerGroup;
  lease: Lease;
}

/** Messages read and not done: bounds the memory, and how much is done again after a crash. */
const window = 1_000;
const saveEveryMs = 100;
const lookForRetriesEveryMs = 1_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');

/** One holder's turn at a consumer group: from taking it over until it stops or loses the lease. */
export class GroupConsumer {
  private readonly rows: GroupRows;
  private readonly lanes: KeyLanes;
  private readonly ending = new AbortController();
  /** Ends handlers: when the lease is lost, or when the time to stop is over. */
  private readonly aborting = new AbortController();
  private room: (() => void) | undefined;

  constructor(private readonly settings: Settings) {
    const { pool, group, lease } = settings;
    this.rows = new GroupRows(pool, group.name, lease.fencingToken);
    this.lanes = new KeyLanes(group.concurrency);
    lease.lost.addEventListener('abort', () => this.abort(), { once: true });
    if (lease.lost.aborted) this.abort();
  }

  /** Takes no new message; ends handlers after the grace period. */
  end(graceMs: number): void {
    this.ending.abort();
    this.room?.();
    const timer = setTimeout(() => this.abort(), graceMs);
    timer.unref();
  }

  /** Resolves when it was ended; rejects when it cannot go on (lost lease, broken connection). */
  async run(): Promise<void> {
    const { group } = this.settings;
    const checkpoint = new ContiguousCheckpoint(await this.rows.takeOver(group.types));
    const saver = this.keepSaving(checkpoint);
    const retrier = this.keepRetrying();
    try {
      await Promise.race([this.read(checkpoint), saver.failed, retrier.failed]);
      await this.lanes.untilIdle();
    } finally {
      this.ending.abort();
      this.lanes.clear();
      await Promise.allSettled([saver.done, retrier.done]);
    }
    if (!this.settings.lease.lost.aborted) await this.rows.saveCheckpoint(checkpoint.position);
  }

  private abort(): void {
    this.ending.abort();
    this.aborting.abort();
    this.lanes.clear();
    this.room?.();
  }

  private async read(checkpoint: ContiguousCheckpoint): Promise<void> {
    const { eventStore, group } = this.settings;
    const { signal } = this.ending;
    const pages = eventStore.subscribeToAll({ after: checkpoint.position, types: group.types, signal });
    for await (const { events, position } of pages) {
      for (const message of events) {
        const done = checkpoint.note(message.position);
        this.enqueue(message, 0, done);
        await this.untilRoom(checkpoint);
        if (signal.aborted) return;
      }
      checkpoint.note(position)();
    }
  }

  private async untilRoom(checkpoint: ContiguousCheckpoint): Promise<void> {
    while (checkpoint.waiting >= window && !this.ending.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.room = resolve;
      });
    }
  }

  private enqueue(message: Message, attemptsBefore: number, done: () => void): void {
    const { group } = this.settings;
    this.lanes.add(group.keyOf?.(message) ?? message.stream, async () => {
      if (await this.handle(message, attemptsBefore)) done();
      this.room?.();
    });
  }

  /** True when the message is done: handled, or parked. */
  private async handle(message: Message, attemptsBefore: number): Promise<boolean> {
    const { retryDelays, handle } = this.settings.group;
    const { signal } = this.aborting;
    for (let attempt = 1; ; attempt += 1) {
      if (signal.aborted) return false;
      try {
        await handle({ message, attempt, signal });
        if (attemptsBefore > 0) await this.rows.unpark(message.id);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        const delay = retryDelays[attempt - 1];
        if (delay === undefined) return this.park(message, reasonOf(error), attemptsBefore + attempt);
        // Waits as long as it takes to try again, but not beyond the end of this turn.
        await sleep(delay, undefined, { signal: this.ending.signal }).catch(() => undefined);
        if (this.ending.signal.aborted) return false;
      }
    }
  }

  private async park(message: Message, reason: string, attempts: number): Promise<boolean> {
    try {
      await this.rows.park(message, reason, attempts);
      return true;
    } catch (error) {
      this.fault.reject(error);
      return false;
    }
  }

  private readonly fault = Promise.withResolvers<never>();

  private keepSaving(checkpoint: ContiguousCheckpoint) {
    let saved = checkpoint.position;
    return this.every(saveEveryMs, async () => {
      const { position } = checkpoint;
      if (position === saved) return;
      await this.rows.saveCheckpoint(position);
      saved = position;
    });
  }

  private keepRetrying() {
    const retried = new Set<string>();
    return this.every(lookForRetriesEveryMs, async () => {
      for (const { event_id, stream, revision, attempts } of await this.rows.retryRequested()) {
        if (retried.has(event_id)) continue;
        const from = Number(revision);
        for await (const message of this.settings.eventStore.readStream(stream, { from, limit: 1 })) {
          retried.add(event_id);
          this.enqueue(message, attempts, () => retried.delete(event_id));
        }
      }
    });
  }

  /** Does the work again and again until the turn ends; `failed` rejects with its first fault. */
  private every(intervalMs: number, work: () => Promise<void>): { done: Promise<void>; failed: Promise<never> } {
    const { signal } = this.ending;
    const loop = async () => {
      while (!signal.aborted) {
        await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
        if (!signal.aborted) await work();
      }
    };
    const done = loop();
    done.catch((error: unknown) => this.fault.reject(error));
    return { done, failed: this.fault.promise };
  }
}
