import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { createEventLogMessageBus } from '#libs/ports/message-bus/event-log/event-log-message-bus.js';
import { createKafkaMessageBus } from '#libs/ports/message-bus/kafka/kafka-message-bus.js';
import { createKafkaRelay, type KafkaRelay } from '#libs/ports/message-bus/kafka/relay.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import type { Foundation } from './foundation.js';
import { kafkaConnection } from './kafka-connection.js';

/** The message bus that the settings choose. */
export const openMessageBus = (
  settings: Settings,
  { pool, eventStore }: Pick<Foundation, 'pool' | 'eventStore'>,
  leases: Leases,
  logger?: Logger,
): MessageBus => {
  const onFault = (group: string, error: unknown) =>
    logger?.warn({ err: error, group }, 'a consumer group is taken up again');
  const kafka = kafkaConnection(settings);
  return kafka === undefined
    ? createEventLogMessageBus({ pool, eventStore, leases, onFault })
    : createKafkaMessageBus({ ...kafka, pool, eventStore, onFault });
};

/** What feeds Kafka from the event store; undefined where Kafka is not the message bus. */
export const openRelay = (
  settings: Settings,
  { pool, eventStore }: Pick<Foundation, 'pool' | 'eventStore'>,
  leases: Leases,
  logger: Logger,
): KafkaRelay | undefined => {
  const kafka = kafkaConnection(settings);
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the relay to Kafka has a fault');
  return kafka && createKafkaRelay({ ...kafka, pool, eventStore, leases, onFault });
};
