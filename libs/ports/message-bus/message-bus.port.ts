import type { Cause } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** An event on its way to a consumer group. Delivered at least once. */
export type Message = RecordedEvent;

export interface Delivery {
  message: Message;
  /** 1 on the first try; the same again after an outage. */
  attempt: number;
  /** Aborted when the consumer stops or loses its group; what is unfinished is delivered again. */
  signal: AbortSignal;
}

export interface ConsumerGroup {
  /** Names the checkpoint; stable for ever. */
  name: string;
  /** Event types delivered. */
  types: readonly string[];
  /** One handler at a time per key, in order; the stream when omitted. The messages of a key are of one stream. */
  keyOf?: (message: Message) => string;
  /** Keys handled at the same time. */
  concurrency: number;
  /**
   * Waits between tries in milliseconds; after the last the message is parked alone. A try that ends with an outage
   * (`isOutage`) is repeated until it is over, and counts as none.
   */
  retryDelays: readonly number[];
  /** Resolves after its effect is durable. Must be idempotent. */
  handle: (delivery: Delivery) => Promise<void>;
  /** Told of every try that fails, on whichever bus; `watchedGroup` sets it. */
  lifeCycle?: LifeCycle;
}

export interface ParkedMessage {
  group: string;
  eventId: string;
  stream: string;
  type: string;
  position: string;
  /** The last error in words, as far as they do not quote the event. */
  reason: string;
  /** Its class, code and place; undefined for what an older release parked. */
  cause: Cause | undefined;
  attempts: number;
  parkedAt: string;
}

export interface ConsumerGroupStatus {
  group: string;
  checkpoint: string;
  /**
   * Messages that the group still has to pass, counted up to 1,000 on the embedded bus. On Kafka: events of its
   * types that are not published, and all records after its offsets, those of other types too.
   */
  lagEvents: number;
  /** Age of the oldest unhandled message in seconds. */
  lagSeconds: number;
  parked: number;
}

export interface RunningConsumer {
  /** Takes no new message, waits for those in hand (up to the grace period), keeps the checkpoint. */
  stop(graceMs?: number): Promise<void>;
}

export interface MessageBus {
  /**
   * Consumers of a group share its messages, each stream with one of them: on the embedded bus one has them all
   * and the others wait, on Kafka they have a share of the partitions. Another takes over what one had.
   */
  consume(group: ConsumerGroup): Promise<RunningConsumer>;
  parked(group?: string): Promise<ParkedMessage[]>;
  /** Gives parked messages back to their group; all of it when no event id is given. Answers how many. */
  retryParked(group: string, eventId?: string): Promise<number>;
  /** @throws MessageBusUnavailableError */
  status(): Promise<ConsumerGroupStatus[]>;
  close(): Promise<void>;
}
