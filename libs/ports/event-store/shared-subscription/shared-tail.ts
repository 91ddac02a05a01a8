import { anySignal } from '#libs/platform/async/any-signal.js';
import { NextFlight } from '#libs/platform/async/next-flight.js';
import { pause } from '#libs/platform/async/pause.js';
import { LogHistoryChangedError } from '../event-store.errors.js';
import type { EventStore, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position, START } from '../position.js';
import { lostEvents } from './lost-events.js';
import { RecentPages } from './recent-pages.js';

/** Events held: a follower that falls further behind reads the log by itself until it has caught up. */
const keptEvents = 5_000;
const startAgainMs = 500;
/** Events of one read for followers that cannot wait. */
const pageOfLook = 500;

interface Waiting {
  types: ReadonlySet<string>;
  wake: () => void;
}

/** The end of the log, read once for all its followers in this process. */
export class SharedTail {
  private recent: RecentPages | undefined;
  private readonly closing = new AbortController();
  private readonly waiting = new Set<Waiting>();
  private readonly beginnings = new Set<() => void>();
  private readonly movements = new Set<() => void>();
  private readonly types = new Set<string>();
  private changing = new AbortController();
  private running: Promise<void> | undefined;
  /** The error that followers get once the log has gone on in another history; a new one each time that it does. */
  historyChange: LogHistoryChangedError | undefined;
  private readonly looks = new NextFlight(() => this.look());

  constructor(
    private readonly eventStore: Pick<EventStore, 'subscribeToAll' | 'readAll' | 'head'>,
    private readonly gatherMs: number,
    private readonly passAfterMs: number,
  ) {}

  /** Adds these types to the events that are read from now on. */
  include(types: readonly string[]): void {
    const before = this.types.size;
    for (const type of types) this.types.add(type);
    if (this.types.size === before) return;
    this.recent = undefined; // the events held so far lack these types
    this.changing.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.running, this.looks.idle()]);
  }

  /**
   * Reads the new events at the end; calls made meanwhile share one more read, which begins after them (single
   * flight).
   */
  lookNow(): Promise<void> {
    return this.looks.run();
  }

  /** Whether all events after the position are held here. */
  covers(position: Position): boolean {
    this.running ??= this.run();
    return this.recent?.reachesBackTo(position) ?? false;
  }

  /** Calls the listener each time that the end of the log begins to be held here, until the returned function is called. */
  onBeginning(listener: () => void): () => void {
    this.beginnings.add(listener);
    return () => this.beginnings.delete(listener);
  }

  get end(): Position {
    return this.recent?.end ?? START;
  }

  after(position: Position): RecordedEvent[] {
    return this.recent?.after(position) ?? [];
  }

  /** Whether events of all these types are held here from now on. */
  reads(types: readonly string[]): boolean {
    return this.recent !== undefined && types.every((type) => this.types.has(type));
  }

  /** Resolves with whether what is held here reaches the position within the time; it reads nothing for it. */
  async reaches(position: Position, withinMs: number): Promise<boolean> {
    const late = AbortSignal.timeout(withinMs);
    while (this.recent !== undefined && !isAtOrAfter(this.end, position) && !late.aborted) await this.moved(late);
    return this.recent !== undefined && isAtOrAfter(this.end, position);
  }

  /**
   * Resolves when events of these types have come or the log is not followed any more, and when the signal aborts.
   * Where only other events have come it resolves in the end too, for the position to move on.
   */
  changed(types: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const waiting = { types, wake };
      if (signal.aborted) return resolve();
      this.waiting.add(waiting);
      signal.addEventListener('abort', wake);
    });
  }

  /** Resolves when the end held here has moved, and when the signal aborts. */
  private moved(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        this.movements.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.movements.add(end);
      signal.addEventListener('abort', end);
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      this.changing = new AbortController();
      const changing = this.changing.signal;
      try {
        await this.follow(anySignal([signal, changing]));
      } catch (error) {
        if (error instanceof LogHistoryChangedError) this.historyChange = await this.withPlaces(error);
        // Waiting followers read the log by themselves from now on, and meet the fault there.
      }
      this.recent = undefined;
      this.tellMoved();
      this.wake();
      if (!changing.aborted) await pause(startAgainMs, signal);
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const after = await this.eventStore.head();
    const recent = new RecentPages(after, keptEvents);
    if (!signal.aborted) this.recent = recent;
    for (const begun of this.beginnings) begun();
    let allWokenAt = Number.NEGATIVE_INFINITY;
    for await (const page of this.eventStore.subscribeToAll({ after, types: [...this.types], signal })) {
      recent.add(page);
      this.tellMoved();
      const now = performance.now();
      if (now - allWokenAt < this.passAfterMs) this.wakeFor(page.events);
      else {
        this.wake();
        allWokenAt = now;
      }
      if (page.atEnd && page.events.length > 0 && this.gatherMs > 0) {
        await pause(this.gatherMs, signal);
      }
    }
  }

  /** Reads ahead of the subscription, which meets the same events later; repetitions are left out. */
  private async look(): Promise<void> {
    const { recent } = this;
    if (recent === undefined || this.closing.signal.aborted) return;
    const after = recent.end;
    const page = await this.eventStore
      .readAll({ after, types: [...this.types], limit: pageOfLook })
      .catch(() => undefined); // the subscription sees what is wrong
    if (page === undefined || recent !== this.recent) return;
    recent.add(page);
    this.tellMoved();
    this.wake();
  }

  /** The error, with the places of what is lost of the events held here. */
  private async withPlaces(error: LogHistoryChangedError): Promise<LogHistoryChangedError> {
    const { recent } = this;
    if (recent === undefined) return error;
    try {
      const lost = await lostEvents(this.eventStore, recent.after(START), recent.beginning, [...this.types]);
      return new LogHistoryChangedError(error.before, error.now, lost);
    } catch {
      return error; // the log cannot be read at the moment; that it is another one is said all the same
    }
  }

  private tellMoved(): void {
    for (const end of this.movements) end();
  }

  private wake(): void {
    for (const { wake } of this.waiting) wake();
  }

  private wakeFor(events: readonly RecordedEvent[]): void {
    if (events.length === 0) return;
    for (const { types, wake } of this.waiting) if (events.some(({ type }) => types.has(type))) wake();
  }
}
