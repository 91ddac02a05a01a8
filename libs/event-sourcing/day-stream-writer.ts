import { createHash } from 'node:crypto';
import { textUsage } from '#libs/domain/text-usage/text-usage.decider.js';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import { EventStoreUnavailableError, eventStoreAway } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { execute, hasWritten, streamName, toNewEvents } from './command-execution.js';
import { DayStreamLane, type LaneSettings } from './day-stream-writer.lane.js';
import type { EventMetadata } from './event-metadata.js';

export interface DayStreamWriterSettings {
  eventStore: Pick<EventStore, 'append' | 'readStream' | 'isAway'>;
  /** Id that names the streams of this process, so that no other process appends to them; new at every start. */
  processId: string;
  /** The clock that decides the day. */
  now?: () => Date;
  /** Milliseconds that an append of unknown outcome is repeated: 10,000. */
  giveUpAfterMs?: number;
  /** Max facts in one append: 500. */
  appendEvents?: number;
  /** Max bytes of JSON in one append: 512 KiB. */
  appendBytes?: number;
  /** Max facts that are not yet durable; more are refused as unavailable. 20,000. */
  capacity?: number;
  /** Appends of one organization that may be in flight at once, each to a stream of its own: 1. */
  lanes?: number;
  /** Milliseconds after which an organization without facts is forgotten: one hour. */
  idleMs?: number;
}

/** A command that may be repeated by another process, on a later day too. */
export interface RepeatableCommand {
  commandId: string;
  /** Time at which the first attempt began: each attempt names the same. */
  begunAt: Date;
}

const ownStreamOf = (organizationId: string, { commandId, begunAt }: RepeatableCommand): string =>
  `${organizationId}-${begunAt.toISOString().slice(0, 'YYYY-MM-DD'.length)}-${commandId}`;

/** The same number below `count` for the same text, each about as often. */
const shareOf = (text: string, count: number): number =>
  count === 1 ? 0 : createHash('sha256').update(text).digest().readUInt32BE() % count;

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Writes high-rate facts to streams `text_usage-<organization>-<UTC day>-<process>` (of a second lane, with `.1` behind it) that
 * no other process writes, so nothing is read before it is written and no two writers contend for a revision. Facts of an
 * organization that come while an append of it is in flight go together in the next one.
 */
export class DayStreamWriter {
  /** The lanes of each organization. */
  private readonly lanes = new Map<string, DayStreamLane[]>();
  private readonly settings: LaneSettings;
  private readonly now: () => Date;
  private readonly capacity: number;
  private readonly lanesOfEach: number;
  private readonly idleMs: number;
  private waiting = 0;
  private sweptAt: number;
  private closed = false;

  constructor(settings: DayStreamWriterSettings) {
    this.settings = {
      eventStore: settings.eventStore,
      processId: settings.processId,
      giveUpAfterMs: settings.giveUpAfterMs ?? 10_000,
      appendEvents: settings.appendEvents ?? 500,
      appendBytes: settings.appendBytes ?? 512 * 1024,
      onAnswered: (facts) => {
        this.waiting -= facts;
      },
    };
    this.now = settings.now ?? (() => new Date());
    this.capacity = settings.capacity ?? 20_000;
    this.lanesOfEach = settings.lanes ?? 1;
    this.idleMs = settings.idleMs ?? 60 * 60 * 1_000;
    this.sweptAt = this.now().getTime();
  }

  /** Number of organizations that are remembered. */
  get organizations(): number {
    return this.lanes.size;
  }

  /**
   * Resolves when the fact is durable, to a position at or behind its own: facts written together share
   * one promise. A fact that is recorded again under its command id, since it was not known whether it had been
   * written, is written once.
   * @throws EventStoreUnavailableError when nothing was written, AppendOutcomeUnknownError when the
   * deadline passed before it was known
   */
  record(fact: TextUsageEvent, metadata: EventMetadata, commandId: string): Promise<Position> {
    if (this.closed) return Promise.reject(new EventStoreUnavailableError('The writer is closed'));
    // It would wait behind an append that waits in vain.
    if (this.settings.eventStore.isAway) return Promise.reject(eventStoreAway());
    if (this.waiting >= this.capacity) {
      return Promise.reject(new EventStoreUnavailableError('Too many facts wait to be written'));
    }
    const now = this.now().getTime();
    if (now - this.sweptAt >= this.idleMs) this.forgetIdle(now);
    const [event] = toNewEvents(commandId, [fact], metadata);
    if (event === undefined) throw new Error('A fact is one event');
    const recorded = this.laneOf(fact.data.organizationId, commandId).add(event, Math.floor(now / dayMs), now);
    if (recorded.added) this.waiting += 1;
    return recorded.durable;
  }

  /**
   * Writes the fact of a command that may be repeated by another process, to a stream of the command's own
   * (`text_usage-<organization>-<UTC day of the first attempt>-<command>`): however often it is repeated, it is written
   * once. The time of the fact is that of the attempt that writes it.
   * @throws as `record`
   */
  async recordOnce(fact: TextUsageEvent, metadata: EventMetadata, command: RepeatableCommand): Promise<void> {
    const { commandId } = command;
    const id = ownStreamOf(fact.data.organizationId, command);
    const record = { type: 'RecordUsage', facts: [fact] } as const;
    await execute(this.settings.eventStore, textUsage, id, record, { commandId, metadata });
  }

  /** Whether an attempt of the command has written its fact. */
  hasRecorded(organizationId: string, command: RepeatableCommand): Promise<boolean> {
    const stream = streamName(textUsage.category, ownStreamOf(organizationId, command));
    return hasWritten(this.settings.eventStore, stream, command.commandId);
  }

  /** Refuses further facts; resolves when those taken are settled. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.lanes.values()].flat().map((lane) => lane.idle()));
  }

  /** A command that comes again takes the lane that it took before: its fact may be in that stream. */
  private laneOf(organizationId: string, commandId: string): DayStreamLane {
    let lanes = this.lanes.get(organizationId);
    if (lanes === undefined) {
      lanes = Array.from({ length: this.lanesOfEach }, (_, n) => new DayStreamLane(organizationId, n, this.settings));
      this.lanes.set(organizationId, lanes);
    }
    const lane = lanes[shareOf(commandId, lanes.length)];
    if (lane === undefined) throw new RangeError('A writer has at least one lane');
    return lane;
  }

  /** Forgets idle organizations, without a timer: where no facts come, nothing grows either. */
  private forgetIdle(now: number): void {
    for (const [organizationId, lanes] of this.lanes) {
      if (lanes.every((lane) => lane.isIdleSince(now - this.idleMs))) this.lanes.delete(organizationId);
    }
    this.sweptAt = now;
  }
}
