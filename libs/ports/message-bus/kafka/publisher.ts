import { type Kafka, type Message as KafkaRecord, Partitioners, type Producer, type RecordMetadata } from 'kafkajs';

export interface PartitionRecord {
  /** Name of the topic with the prefix of the installation. */
  topic: string;
  record: KafkaRecord & { partition: number };
}

/** The record is larger than its topic takes; it would fail again. */
export class RecordTooLargeError extends Error {
  override readonly name = 'RecordTooLargeError';
}

const tooLarge = new Set<unknown>(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

const byTopic = (records: readonly PartitionRecord[]) =>
  Array.from(
    Map.groupBy(records, ({ topic }) => topic),
    ([topic, ofTopic]) => ({ topic, messages: ofTopic.map(({ record }) => record) }),
  );

/** Returns partitions that were written to and that no broker has acknowledged. */
export const unacknowledged = (
  records: readonly PartitionRecord[],
  acknowledged: readonly Pick<RecordMetadata, 'topicName' | 'partition'>[],
): string[] => {
  const answered = new Set(acknowledged.map(({ topicName, partition }) => `${topicName}/${partition}`));
  const written = new Set(records.map(({ topic, record }) => `${topic}/${record.partition}`));
  return [...written].filter((partition) => !answered.has(partition));
};

/**
 * Publishes with an idempotent producer, acknowledged by all replicas in sync, one request after the other.
 *
 * A producer that failed is given up with its id. kafkajs 2.2.4 takes back the sequence numbers of a failed request,
 * also of those partitions that the broker did append: other records under the same numbers would be dropped as
 * repetitions. Records that are repeated under a new id are written twice at worst, never lost.
 */
export class KafkaPublisher {
  private producer: Promise<Producer> | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly kafka: Kafka) {}

  /** Resolves when all is durable; rejects when some may not be. @throws RecordTooLargeError */
  publish(records: readonly PartitionRecord[]): Promise<void> {
    const published = this.last.then(() => this.send(records));
    this.last = published.catch(() => undefined);
    return published;
  }

  async close(): Promise<void> {
    const producer = this.producer;
    this.producer = undefined;
    await producer?.then((connected) => connected.disconnect()).catch(() => undefined);
  }

  private async send(records: readonly PartitionRecord[]): Promise<void> {
    this.producer ??= this.connect();
    const connecting = this.producer;
    try {
      const producer = await connecting;
      const acknowledged = await producer.sendBatch({ acks: -1, topicMessages: byTopic(records) });
      // When a leader moves between two tries, kafkajs 2.2.4 leaves out the records for the new one, and resolves.
      const missing = unacknowledged(records, acknowledged);
      if (missing.length > 0) throw new Error(`Not acknowledged: ${missing.join(', ')}`);
    } catch (error) {
      if (this.producer === connecting) this.producer = undefined;
      void connecting.then((producer) => producer.disconnect()).catch(() => undefined);
      if (error instanceof Error && 'type' in error && tooLarge.has(error.type)) {
        throw new RecordTooLargeError('The topic takes no record that large', { cause: error });
      }
      throw error;
    }
  }

  private async connect(): Promise<Producer> {
    const producer = this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
  }
}
