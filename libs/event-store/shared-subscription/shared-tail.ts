import { setTimeout as sleep } from 'node:timers/promises';
import { anySignal } from '#libs/cancellation/any-signal.js';
import type { EventStore, RecordedEvent } from '../event-store.port.js';
import { type Position, START } from '../position.js';
import { RecentPages } from './recent-pages.js';

/** Whoever falls further behind reads the log by itself until it is there again. */
const keptEvents = 5_000;
const startAgainMs = 500;

/** The end of the log, read once for all who follow it in this process. */
export class SharedTail {
  private recent: RecentPages | undefined;
  private readonly closing = new AbortController();
  private readonly waiting = new Set<() => void>();
  private readonly types = new Set<string>();
  private changing = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly eventStore: EventStore) {}

  /** From now on also events of these types. */
  include(types: readonly string[]): void {
    const before = this.types.size;
    for (const type of types) this.types.add(type);
    if (this.types.size === before) return;
    this.recent = undefined; // it lacks them
    this.changing.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  /** Whether all that came after the position is kept here. */
  covers(position: Position): boolean {
    this.running ??= this.run();
    return this.recent?.reachesBackTo(position) ?? false;
  }

  get end(): Position {
    return this.recent?.end ?? START;
  }

  after(position: Position): RecordedEvent[] {
    return this.recent?.after(position) ?? [];
  }

  /** Resolves when the end has moved or the log is not followed any more, and when the signal aborts. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      if (signal.aborted) return resolve();
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      this.changing = new AbortController();
      const changing = this.changing.signal;
      try {
        await this.follow(anySignal([signal, changing]));
      } catch {
        // Those who wait read the log by themselves from now on, and see what is wrong with it.
      }
      this.recent = undefined;
      this.wake();
      if (!changing.aborted) await sleep(startAgainMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const after = await this.eventStore.head();
    const recent = new RecentPages(after, keptEvents);
    if (!signal.aborted) this.recent = recent;
    for await (const page of this.eventStore.subscribeToAll({ after, types: [...this.types], signal })) {
      recent.add(page);
      this.wake();
    }
  }

  private wake(): void {
    for (const wake of this.waiting) wake();
  }
}
