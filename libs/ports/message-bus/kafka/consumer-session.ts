import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, Kafka, KafkaMessage } from 'kafkajs';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { stickyAssigner, type TopicPartition } from './sticky-assigner.js';

interface Settings {
  kafka: Kafka;
  groupId: string;
  topics: readonly string[];
  /** Milliseconds without a heartbeat after which a member loses its partitions. */
  sessionTimeoutMs: number;
}

export interface SessionListener {
  /** Returns the partitions that this member has now. */
  owned(): readonly TopicPartition[];
  /** Receives the partitions that it has from now on. */
  onAssigned(partitions: readonly TopicPartition[]): void;
  /** Notified before partitions are assigned anew. */
  onRebalancing(): void;
  /**
   * Receives messages of a partition in order; the next come after it resolves. `heartbeat` is called while it takes
   * long.
   */
  onBatch(from: TopicPartition, messages: readonly KafkaMessage[], heartbeat: () => Promise<void>): Promise<void>;
}

/** Maximum milliseconds of a fetch: bounds also how long a stop, a rebalance and a resumed partition wait. */
const fetchWaitMs = 500;
const closeWithinMs = 5_000;
/** Share of the session timeout after which partitions count as lost: the brokers start counting a little earlier. */
const safeShare = 0.9;
/**
 * Share of the session timeout that a rebalance waits for members that died; living ones join within a heartbeat.
 * With as long as the session each join was given up (`safeShare`) before it completed, and was one more dead member
 * to the next: after the death of all workers nothing was consumed for 70 s.
 */
const joinShare = 0.5;

/** The session timed out, or the consumer broke: a new one is needed. */
export class SessionEndedError extends PlainError {
  override readonly name = 'SessionEndedError';
}

/** A membership of a consumer group, from joining until it breaks, loses touch for too long or is closed. */
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
      // The caller restarts after every fault: kafkajs restarts after some errors only.
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
    });
  }

  /** Joins the group and stays in it; rejects when the membership breaks, and never resolves. */
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
