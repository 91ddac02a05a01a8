import type { Cause } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** An event on its way to a consumer group. It is delivered at least once. */
export type Message = RecordedEvent;

export interface Delivery {
  message: Message;
  /** Number of this try: 1 on the first; the same again after an outage. */
  attempt: number;
  /** Aborted when the consumer stops or loses its group; an unfinished message is delivered again. */
  signal: AbortSignal;
}

export interface ConsumerGroup {
  /** Name of the group and its checkpoint; stable for ever. */
  name: string;
  /** Event types that are delivered to the group. */
  types: readonly string[];
  /**
   * Returns the key of a message; the stream when omitted. One handler runs at a time per key, in order. The messages
   * of a key are of one stream.
   */
  keyOf?: (message: Message) => string;
  /** Maximum keys handled at the same time. */
  concurrency: number;
  /** Maximum keys of one organization among them; as many when omitted. Organizations take turns in any case. */
  perOrganization?: number;
  /**
   * Waits between tries in milliseconds; after the last the message is parked alone. A try that ends with an outage
   * (`isOutage`) is repeated until it is over, and counts as none.
   */
  retryDelays: readonly number[];
  /** Handles a message, and resolves after its effect is durable. It must be idempotent. */
  handle: (delivery: Delivery) => Promise<void>;
  /** Notified of every try that fails, on every bus; `watchedGroup` sets it. */
  lifeCycle?: LifeCycle;
}

export interface ParkedMessage {
  group: string;
  eventId: string;
  stream: string;
  type: string;
  position: string;
  /** Last error in words, as far as they do not quote the event. */
  reason: string;
  /** Class, code and place of the last error; undefined for a message that an older release parked. */
  cause: Cause | undefined;
  attempts: number;
  parkedAt: string;
}

export interface ConsumerGroupStatus {
  group: string;
  checkpoint: string;
  /**
   * Number of messages that the group still has to pass, counted up to 1,000 on the embedded bus. On Kafka: events of
   * its types that are not published, and all records after its offsets, those of other types too. Undefined where it
   * is not known.
   */
  lagEvents: number | undefined;
  /** Age of the oldest unhandled message in seconds; undefined where it is not known. */
  lagSeconds: number | undefined;
  parked: number;
}

export interface RunningConsumer {
  /** Takes no new message, waits for those in hand (up to the grace period), and saves the checkpoint. */
  stop(graceMs?: number): Promise<void>;
}

export interface MessageBus {
  /**
   * Starts a consumer. Consumers of a group share its messages, each stream with one of them: on the embedded bus one
   * has them all and the others wait, on Kafka they have a share of the partitions. Another takes over the share of
   * one that ended.
   */
  consume(group: ConsumerGroup): Promise<RunningConsumer>;
  parked(group?: string): Promise<ParkedMessage[]>;
  /** Gives parked messages back to their group; all of them when no event id is given. Returns how many. */
  retryParked(group: string, eventId?: string): Promise<number>;
  /**
   * Reads the log behind the place of each group.
   * @throws MessageBusUnavailableError
   */
  status(): Promise<ConsumerGroupStatus[]>;
  /**
   * The same for a page of metrics: it looks at the head of the log, and reads it only on Kafka, one page at most for
   * events that are not published.
   * @throws MessageBusUnavailableError
   */
  observe(): Promise<ConsumerGroupStatus[]>;
  close(): Promise<void>;
}
