import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { stickyAssigner, type TopicPartition } from './sticky-assigner.js';

interface Settings {
  kafka: Kafka;
  groupId: string;
  topics: readonly string[];
  /** A member that is not heard of for so long has lost its partitions. */
  sessionTimeoutMs: number;
}

export interface SessionListener {
  /** What this member has now. */
  owned(): readonly TopicPartition[];
  /** What it has from now on. */
  onAssigned(partitions: readonly TopicPartition[]): void;
  /** Partitions are about to be shared out anew. */
  onRebalancing(): void;
  /** Messages of a partition in order; the next come after it resolves. `heartbeat` while it takes long. */
  onBatch(from: TopicPartition, messages: readonly KafkaMessage[], heartbeat: () => Promise<void>): Promise<void>;
}

/** Longest wait of a fetch: bounds also how long a stop, a rebalance and a resumed partition wait. */
const fetchWaitMs = 500;
const closeWithinMs = 5_000;
/** Of the session timeout, when partitions count as lost: the brokers count from a little earlier. */
const safeShare = 0.9;
/**
 * Of the session timeout, how long a sharing out waits for members that died; who lives joins within a heartbeat. With
 * as long as the session each join was given up (`safeShare`) before it came about, and was one more dead member to the
 * next: after the death of all workers nothing was consumed for 70 s.
 */
const joinShare = 0.5;

/** The session timed out, or the consumer broke: another is needed. */
export class SessionEndedError extends PlainError {
  override readonly name = 'SessionEndedError';
}

/** A membership of a consumer group, from joining until it breaks, is out of touch too long or is closed. */
export class ConsumerSession {
  private readonly consumer: Consumer;
  private readonly failure = Promise.withResolvers<never>();
  private heardOf = performance.now();
  private watch: NodeJS.Timeout | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly listener: SessionListener,
  ) {
    const { kafka, groupId, sessionTimeoutMs } = settings;
    this.failure.promise.catch(() => undefined);
    this.consumer = kafka.consumer({
      groupId,
      partitionAssigners: [stickyAssigner(() => listener.owned())],
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: Math.round(sessionTimeoutMs * joinShare),
      heartbeatInterval: Math.round(sessionTimeoutMs / 10),
      maxWaitTimeInMs: fetchWaitMs,
      allowAutoTopicCreation: false,
      // Restarted here, whatever broke it: kafkajs restarts after some errors only.
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
    });
  }

  /** Joins the group and stays in it; rejects when it breaks. Resolves never. */
  async run(): Promise<never> {
    const { consumer, listener } = this;
    const { CRASH, GROUP_JOIN, HEARTBEAT, REBALANCING } = consumer.events;
    consumer.on(CRASH, ({ payload }) => this.failure.reject(payload.error));
    consumer.on(HEARTBEAT, () => this.touch());
    consumer.on(REBALANCING, () => {
      this.touch();
      listener.onRebalancing();
    });
    consumer.on(GROUP_JOIN, ({ payload }) => {
      this.touch();
      const assigned = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
        partitions.map((partition) => ({ topic, partition })),
      );
      listener.onAssigned(assigned);
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [...this.settings.topics], fromBeginning: true });
    this.touch();
    this.watch = setInterval(() => this.checkTouch(), this.settings.sessionTimeoutMs / 20);
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { topic, partition, messages }, heartbeat }) =>
        listener.onBatch({ topic, partition }, messages, heartbeat),
    });
    return this.failure.promise;
  }

  pause({ topic, partition }: TopicPartition): void {
    this.consumer.pause([{ topic, partitions: [partition] }]);
  }

  resume({ topic, partition }: TopicPartition): void {
    this.consumer.resume([{ topic, partitions: [partition] }]);
  }

  async commit(offsets: readonly { topic: string; partition: number; offset: string }[]): Promise<void> {
    await this.consumer.commitOffsets([...offsets]);
  }

  /** Leaves the group, when it can be reached. */
  async close(): Promise<void> {
    clearInterval(this.watch);
    const leaving = this.consumer.disconnect().catch(() => undefined);
    await Promise.race([leaving, sleep(closeWithinMs, undefined, { ref: false })]);
  }

  private touch(): void {
    this.heardOf = performance.now();
  }

  private checkTouch(): void {
    if (performance.now() - this.heardOf <= this.settings.sessionTimeoutMs * safeShare) return;
    this.failure.reject(new SessionEndedError('The consumer group was not reached for as long as its session lasts'));
  }
}
