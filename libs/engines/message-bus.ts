import type { Settings } from '#libs/platform/config/settings.js';
import { causeOf } from '#libs/platform/telemetry/cause.js';
import { type LifeCycle, unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { KafkaRelay } from '#libs/ports/message-bus/kafka/relay.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import type { Foundation } from './foundation.js';
import { kafkaConnection } from './kafka-connection.js';

/** Opens the message bus that the settings choose. */
export const openMessageBus = async (
  settings: Settings,
  { pool, eventStore }: Pick<Foundation, 'pool' | 'eventStore'>,
  leases: Leases,
  lifeCycle: LifeCycle = unobserved,
): Promise<MessageBus> => {
  const onFault = (group: string, error: unknown) => lifeCycle.emit('group.retried', { group, cause: causeOf(error) });
  const kafka = kafkaConnection(settings);
  if (kafka === undefined) {
    const { createEventLogMessageBus } = await import('#libs/ports/message-bus/event-log/event-log-message-bus.js');
    return createEventLogMessageBus({ pool, eventStore, leases, onFault });
  }
  const { createKafkaMessageBus } = await import('#libs/ports/message-bus/kafka/kafka-message-bus.js');
  return createKafkaMessageBus({ ...kafka, pool, eventStore, onFault });
};

/** Opens the relay, which feeds Kafka from the event store; undefined when Kafka is not the message bus. */
export const openRelay = async (
  settings: Settings,
  { pool, eventStore }: Pick<Foundation, 'pool' | 'eventStore'>,
  leases: Leases,
  lifeCycle: LifeCycle,
): Promise<KafkaRelay | undefined> => {
  const kafka = kafkaConnection(settings);
  if (kafka === undefined) return undefined;
  const [{ createKafkaRelay }, { watchedRelay }, { topicPrefixOf }] = await Promise.all([
    import('#libs/ports/message-bus/kafka/relay.js'),
    import('#libs/ports/message-bus/kafka/watched-relay.js'),
    import('#libs/ports/message-bus/kafka/kafka-connection.js'),
  ]);
  const onFault = watchedRelay(lifeCycle, topicPrefixOf(kafka));
  return createKafkaRelay({ ...kafka, pool, eventStore, leases, onFault });
};
