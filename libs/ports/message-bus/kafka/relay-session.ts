import type { Kafka } from 'kafkajs';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { describeFault } from '#libs/platform/postgres/postgres-faults.js';
import { LogHistoryChangedError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventPage, EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { LogReplacedError, type LogTrail } from '#libs/ports/event-store/log-trail.js';
import type { Position } from '#libs/ports/event-store/position.js';
import type { Lease } from '#libs/ports/lease/lease.port.js';
import { type EventRecord, toRecord } from './event-record.js';
import { prepareTopics, TopicError, topicDiffers, topicsWereGone } from './prepare-topics.js';
import { KafkaPublisher, RecordTooLargeError } from './publisher.js';
import { inBatches } from './record-batches.js';
import { type RelayCheckpoint, RelayTakenOverError } from './relay-checkpoint.js';
import { RelayHaltedError } from './relay-halted.errors.js';
import { eventTopics } from './topics.js';

interface Settings {
  kafka: Kafka;
  prefix: string;
  eventStore: EventStore;
  checkpoint: RelayCheckpoint;
  trail: LogTrail;
  lease: Lease;
  /** Receives faults of work that is tried again. */
  onFault: (error: unknown) => void;
}

export interface TurnState {
  state: 'publishing' | 'retrying' | 'halted';
  reason?: string;
}

interface Relayed extends EventRecord {
  event: RecordedEvent;
}

const pageSize = 1_000;
const saveAgainAfterMs = 500;
/** Milliseconds between two tries of an event that was too large for its topic. */
const lookAgainAfterMs = 5_000;

/** One holder's turn at the relay: from taking it over until it stops or loses the lease. */
export class RelaySession {
  state: TurnState = { state: 'publishing' };
  private readonly publisher: KafkaPublisher;
  private readonly ended: AbortSignal;
  private readonly fault = Promise.withResolvers<never>();
  private acknowledged: Position | undefined;
  private saving: Promise<void> | undefined;

  constructor(
    private readonly settings: Settings,
    stop: AbortSignal,
  ) {
    this.publisher = new KafkaPublisher(settings.kafka);
    this.ended = anySignal([stop, settings.lease.lost]);
    this.fault.promise.catch(() => undefined);
  }

  /** Resolves when the turn was stopped or has lost the lease; rejects when it cannot go on. */
  async run(): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.ended.addEventListener('abort', () => end());
    if (this.ended.aborted) end();
    try {
      // Records that a request in flight still writes after the end are written again by the next holder: consumers
      // drop them.
      await Promise.race([this.relay(), this.fault.promise, ended]);
    } finally {
      await this.saving;
      void this.publisher.close();
    }
  }

  private async relay(): Promise<void> {
    const { eventStore } = this.settings;
    const after = await this.begin();
    await this.untilSuccess(() => this.prepare());
    const pages = this.settings.trail.following(eventStore, { after, pageSize, signal: this.ended });
    for await (const { events, position } of this.untilHistoryChanges(pages)) {
      for (const batch of inBatches(events.map((event) => ({ event, ...toRecord(event) })))) await this.publish(batch);
      if (this.ended.aborted) return;
      this.acknowledged = position;
      this.saving ??= this.save();
    }
    if (!this.ended.aborted) throw new Error('The event log came to an end');
  }

  /** The pages; once they have come from another history of the log the place reached is not saved any more. */
  private async *untilHistoryChanges(pages: AsyncIterable<EventPage>): AsyncGenerator<EventPage, void, undefined> {
    try {
      yield* pages;
    } catch (error) {
      if (error instanceof LogHistoryChangedError) this.acknowledged = undefined;
      throw error;
    }
  }

  /** Takes the relay over; goes back to where the log was last known when it is not the one that was published. */
  private async begin(): Promise<Position> {
    const { checkpoint, lease, trail, prefix, onFault } = this.settings;
    const position = await checkpoint.takeOver(lease.fencingToken);
    const soundTo = await trail.soundTo(position);
    if (soundTo === position) return position;
    onFault(new LogReplacedError(`kafka-relay:${prefix}`, position, soundTo));
    await checkpoint.goBack(soundTo, lease.fencingToken);
    return soundTo;
  }

  /** Publishes the batch; resolves once all of it is durable on the brokers, or the turn is over. */
  private async publish(batch: readonly Relayed[]): Promise<void> {
    if (await this.isTaken(batch)) return;
    const [first, ...others] = batch;
    if (first === undefined) return;
    if (others.length > 0) for (const one of batch) await this.publish([one]);
    else await this.halt(first);
  }

  /** Publishes the batch; returns false when the brokers do not take a record that large. */
  private async isTaken(batch: readonly Relayed[]): Promise<boolean> {
    const { prefix } = this.settings;
    const records = batch.map(({ topic, record }) => ({ topic: `${prefix}${topic.name}`, record }));
    const taken = await this.untilSuccess(async () => {
      try {
        await this.publisher.publish(records);
        this.state = { state: 'publishing' };
        return true;
      } catch (error) {
        if (error instanceof RecordTooLargeError) return false;
        await this.prepare(); // the topic may be missing
        throw error;
      }
    });
    return taken ?? true; // the turn is over
  }

  /** Waits until an operator has made the topic take the event; never goes on without it. */
  private async halt(relayed: Relayed): Promise<void> {
    const { event, topic, bytes } = relayed;
    const { id, type, position } = event;
    const fault = new RelayHaltedError({
      event: id,
      type,
      position,
      bytes,
      topic: `${this.settings.prefix}${topic.name}`,
    });
    this.settings.onFault(fault);
    do {
      this.state = { state: 'halted', reason: fault.reason };
      await pause(lookAgainAfterMs, this.ended);
    } while (!(await this.isTaken([relayed])));
  }

  private async prepare(): Promise<void> {
    const { kafka, prefix, onFault } = this.settings;
    const { created, differences, tooSmall } = await prepareTopics(kafka, prefix, eventTopics);
    if (created.length > 0 && this.acknowledged !== undefined) onFault(topicsWereGone(created));
    for (const difference of differences) onFault(topicDiffers(difference));
    if (tooSmall.length > 0) throw new TopicError(`Topics with fewer partitions than declared: ${tooSmall.join(', ')}`);
  }

  /** Repeats the work while the brokers are unavailable; resolves without a result when the turn is over before. */
  private async untilSuccess<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    for (let failures = 1; !this.ended.aborted; failures += 1) {
      try {
        return await work();
      } catch (error) {
        this.state = { state: 'retrying', reason: describeFault(error) };
        if (!this.ended.aborted) this.settings.onFault(error);
        await pause(backoff(failures), this.ended);
      }
    }
    return undefined;
  }

  /** Saves the checkpoint beside the publishing; batches acknowledged meanwhile are saved with the next write. */
  private async save(): Promise<void> {
    const { checkpoint, lease, onFault } = this.settings;
    for (let saved: Position | undefined; saved !== this.acknowledged && !lease.lost.aborted; ) {
      const position = this.acknowledged;
      if (position === undefined) break;
      try {
        await checkpoint.save(position, lease.fencingToken);
        saved = position;
      } catch (error) {
        if (error instanceof RelayTakenOverError) this.fault.reject(error);
        else onFault(error);
        if (this.ended.aborted || error instanceof RelayTakenOverError) break;
        await pause(saveAgainAfterMs, this.ended);
      }
    }
    this.saving = undefined;
  }
}
