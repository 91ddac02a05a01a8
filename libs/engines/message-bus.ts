import type { Settings } from '#libs/platform/config/settings.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import { type LifeCycle, unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { createEventLogMessageBus } from '#libs/ports/message-bus/event-log/event-log-message-bus.js';
import { topicPrefixOf } from '#libs/ports/message-bus/kafka/kafka-connection.js';
import { createKafkaMessageBus } from '#libs/ports/message-bus/kafka/kafka-message-bus.js';
import { createKafkaRelay, type KafkaRelay } from '#libs/ports/message-bus/kafka/relay.js';
import { watchedRelay } from '#libs/ports/message-bus/kafka/watched-relay.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import type { Foundation } from './foundation.js';
import { kafkaConnection } from './kafka-connection.js';

/** Opens the message bus that the settings choose. */
export const openMessageBus = (
  settings: Settings,
  { pool, eventStore }: Pick<Foundation, 'pool' | 'eventStore'>,
  leases: Leases,
  lifeCycle: LifeCycle = unobserved,
): MessageBus => {
  const onFault = (group: string, error: unknown) => lifeCycle.emit('group.retried', { group, cause: causeOf(error) });
  const kafka = kafkaConnection(settings);
  return kafka === undefined
    ? createEventLogMessageBus({ pool, eventStore, leases, onFault })
    : createKafkaMessageBus({ ...kafka, pool, eventStore, onFault });
};

/** Opens the relay, which feeds Kafka from the event store; undefined when Kafka is not the message bus. */
export const openRelay = (
  settings: Settings,
  { pool, eventStore }: Pick<Foundation, 'pool' | 'eventStore'>,
  leases: Leases,
  lifeCycle: LifeCycle,
): KafkaRelay | undefined => {
  const kafka = kafkaConnection(settings);
  if (kafka === undefined) return undefined;
  const onFault = watchedRelay(lifeCycle, topicPrefixOf(kafka));
  return createKafkaRelay({ ...kafka, pool, eventStore, leases, onFault });
};
