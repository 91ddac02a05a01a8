import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type {
  ConsumerGroup,
  ConsumerGroupStatus,
  MessageBus,
  ParkedMessage,
  RunningConsumer,
} from '../message-bus.port.js';
import { readParked, requestRetry } from '../parked-messages.js';
import { DeadLetters } from './dead-letters.js';
import { GroupOffsets } from './group-offsets.js';
import { type KafkaConnection, openKafka, topicPrefixOf } from './kafka-connection.js';
import { KafkaGroupConsumer } from './kafka-group-consumer.js';
import { observeKafkaGroupStatus, readKafkaGroupStatus } from './kafka-group-status.js';
import { KafkaPublisher } from './publisher.js';
import { deadLetterTopic } from './topics.js';

export interface KafkaMessageBusSettings extends KafkaConnection {
  /** Pool of a database with the tables of `migrateKafkaBus`. */
  pool: Pool;
  eventStore: EventStore;
  /** Milliseconds that a consumer without a heartbeat keeps its partitions; 30 s when omitted. */
  sessionTimeoutMs?: number;
  /** Maximum messages that a consumer of a group has read and not done; 10,000 when omitted. */
  maxUndone?: number;
  /** Receives faults of a group's own work, which is tried again by itself. */
  onFault?: (group: string, error: unknown) => void;
}

const graceOnStopMs = 20_000;

/** Consumer groups of Kafka that read what the relay publishes; several consumers of a group share its partitions. */
class KafkaMessageBus implements MessageBus {
  private readonly kafka: Kafka;
  private readonly publisher: KafkaPublisher;
  private readonly prefix: string;
  private readonly consumers = new Set<RunningConsumer>();

  constructor(private readonly settings: KafkaMessageBusSettings) {
    this.kafka = openKafka(settings);
    this.publisher = new KafkaPublisher(this.kafka);
    this.prefix = topicPrefixOf(settings);
  }

  async consume(group: ConsumerGroup): Promise<RunningConsumer> {
    const { kafka, prefix, publisher } = this;
    const { pool, eventStore, sessionTimeoutMs = 30_000, maxUndone, onFault } = this.settings;
    const consumer = new KafkaGroupConsumer({
      kafka,
      prefix,
      group,
      eventStore,
      sessionTimeoutMs,
      ...(maxUndone === undefined ? {} : { maxUndone }),
      places: new GroupOffsets(pool, group.name),
      parking: new DeadLetters(pool, publisher, `${prefix}${deadLetterTopic(group.name).name}`, group.name),
      onFault: (error) => onFault?.(group.name, error),
    });
    const ended = consumer.run();
    const running: RunningConsumer = {
      stop: async (graceMs = graceOnStopMs) => {
        consumer.end(graceMs);
        await ended;
        this.consumers.delete(running);
      },
    };
    this.consumers.add(running);
    return running;
  }

  parked(group?: string): Promise<ParkedMessage[]> {
    return readParked(this.settings.pool, group);
  }

  retryParked(group: string, eventId?: string): Promise<number> {
    return requestRetry(this.settings.pool, group, eventId);
  }

  status(): Promise<ConsumerGroupStatus[]> {
    const { pool, eventStore } = this.settings;
    return readKafkaGroupStatus({ pool, eventStore, kafka: this.kafka, prefix: this.prefix });
  }

  observe(): Promise<ConsumerGroupStatus[]> {
    const { pool, eventStore } = this.settings;
    return observeKafkaGroupStatus({ pool, eventStore, kafka: this.kafka, prefix: this.prefix });
  }

  async close(): Promise<void> {
    await Promise.all([...this.consumers].map((consumer) => consumer.stop()));
    await this.publisher.close();
  }
}

export const createKafkaMessageBus = (settings: KafkaMessageBusSettings): MessageBus => new KafkaMessageBus(settings);
