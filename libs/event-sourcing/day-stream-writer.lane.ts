import { setTimeout as sleep } from 'node:timers/promises';
import { textUsage } from '#libs/domain/text-usage/text-usage.decider.js';
import { backoff } from '#libs/platform/async/backoff.js';
import {
  AppendOutcomeUnknownError,
  EventStoreUnavailableError,
  PartlyRepeatedError,
  WrongExpectedRevisionError,
} from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { isAtOrAfter, type Position, START } from '#libs/ports/event-store/position.js';
import { streamName } from './command-execution.js';
import { DayStreamBatch } from './day-stream-writer.batch.js';

export interface LaneSettings {
  eventStore: Pick<EventStore, 'append' | 'readStream' | 'isAway'>;
  processId: string;
  giveUpAfterMs: number;
  appendEvents: number;
  appendBytes: number;
  /** Called with the number of facts that are no longer waiting. */
  onAnswered: (facts: number) => void;
}

interface DayStream {
  day: number;
  name: string;
  /** The last revision that this process knows of. */
  revision: number | 'no-stream';
  /** An append to it was given up with its outcome unknown: the stream may have more events than `revision` says. */
  isDoubtful: boolean;
}

const maxConflicts = 8;
const retryWaits = { firstMs: 10, maxMs: 1_000 };
/** Facts of an organization that are remembered as found in the log, the latest: as many as may wait. */
const maxFound = 20_000;

const later = (a: Position, b: Position): Position => (isAtOrAfter(a, b) ? a : b);

/** The facts of one organization, or its share of them: one append in flight, the next ones gathering behind it. */
export class DayStreamLane {
  private readonly gathering: DayStreamBatch[] = [];
  private stream: DayStream | undefined;
  /**
   * Facts that were found in the log, with where the last found with them is. An append of others that came with them may
   * be given up: then they are recorded again, and the revision that is known may be behind them.
   */
  private readonly found = new Map<string, Position>();
  private draining: Promise<void> | undefined;
  private usedAt = 0;

  constructor(
    private readonly organizationId: string,
    /** Number of the lane, from 0, among those of the organization. */
    private readonly number: number,
    private readonly settings: LaneSettings,
  ) {}

  isIdleSince(time: number): boolean {
    return this.draining === undefined && this.usedAt <= time;
  }

  async idle(): Promise<void> {
    await this.draining;
  }

  /** Adds a fact; `added` is false for an event that waits already. */
  add(event: NewEvent, day: number, now: number): { durable: Promise<Position>; added: boolean } {
    const json = { data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) };
    const bytes = Buffer.byteLength(json.data) + Buffer.byteLength(json.metadata);
    this.usedAt = now;
    let batch = this.gathering.at(-1);
    if (batch?.has(event.id)) return { durable: batch.durable, added: false };
    if (batch === undefined || batch.day !== day || !batch.hasRoomFor(bytes)) {
      batch = new DayStreamBatch(day, this.settings.appendEvents, this.settings.appendBytes);
      this.gathering.push(batch);
    }
    batch.add({ ...event, json }, bytes);
    this.draining ??= this.drain();
    return { durable: batch.durable, added: true };
  }

  private async drain(): Promise<void> {
    while (this.gathering.length > 0) {
      // Requests that return together come back together: all of them join before the batch is closed.
      await new Promise(setImmediate);
      const batch = this.gathering.shift();
      if (batch === undefined) break;
      try {
        batch.resolve(await this.write(batch));
      } catch (error) {
        batch.reject(error);
      }
      this.settings.onAnswered(batch.size);
    }
    this.draining = undefined;
  }

  private async write(batch: DayStreamBatch): Promise<Position> {
    const giveUpAt = performance.now() + this.settings.giveUpAfterMs;
    let durable = START;
    let unknown: AppendOutcomeUnknownError | undefined;
    let conflicts = 0;
    for (let attempt = 1; ; attempt += 1) {
      const events = batch.events.filter(({ id }) => {
        const position = this.found.get(id);
        if (position !== undefined) durable = later(position, durable);
        return position === undefined;
      });
      if (events.length === 0) return durable;
      const stream = this.streamOf(batch.day);
      try {
        const { revision, position } = await this.settings.eventStore.append(stream.name, events, stream.revision);
        stream.revision = revision;
        return later(position, durable);
      } catch (failure) {
        let error = failure;
        if (error instanceof PartlyRepeatedError) {
          // A request was repeated after its response was lost: its fact is durable.
          for (const id of error.knownIds) this.noteFound(id, error.position);
          continue;
        }
        if (error instanceof WrongExpectedRevisionError && conflicts < maxConflicts) {
          // An append that was given up has been written after all, or this organization had been forgotten.
          conflicts += 1;
          try {
            await this.readLate(stream, error.actual);
            stream.revision = error.actual ?? 'no-stream';
            continue;
          } catch (unreadable) {
            error = unreadable;
          }
        }
        if (error instanceof AppendOutcomeUnknownError) unknown = error;
        // Unavailable says that this attempt wrote nothing, not that an earlier one did not.
        else if (unknown === undefined || !(error instanceof EventStoreUnavailableError)) throw error;
        if (performance.now() >= giveUpAt) {
          stream.isDoubtful = true;
          throw unknown;
        }
        await sleep(backoff(attempt, retryWaits));
      }
    }
  }

  /** Reads an append that was given up and written after all: facts of it may have been recorded again. */
  private async readLate({ name, revision, isDoubtful }: DayStream, actual: number | undefined): Promise<void> {
    const from = revision === 'no-stream' ? 0 : revision + 1;
    if (!isDoubtful || actual === undefined) return;
    for await (const event of this.settings.eventStore.readStream(name, { from, limit: actual + 1 - from })) {
      this.noteFound(event.id, event.position);
    }
  }

  private noteFound(id: string, position: Position): void {
    this.found.delete(id);
    this.found.set(id, position);
    const [oldest] = this.found.keys();
    if (this.found.size > maxFound && oldest !== undefined) this.found.delete(oldest);
  }

  private streamOf(day: number): DayStream {
    if (this.stream?.day !== day) {
      const date = new Date(day * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
      const lane = this.number === 0 ? '' : `.${this.number}`;
      const id = `${this.organizationId}-${date}-${this.settings.processId}${lane}`;
      this.stream = { day, name: streamName(textUsage.category, id), revision: 'no-stream', isDoubtful: false };
    }
    return this.stream;
  }
}
