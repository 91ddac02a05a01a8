import type { Registry } from 'prom-client';
import { timedWork } from '#libs/platform/telemetry/timed-work.js';
import type { ConsumerGroup } from './message-bus.port.js';

/** Measures every try of a message by its group. */
export const messageTimer = (registry: Registry): ((group: ConsumerGroup) => ConsumerGroup) => {
  const timed = timedWork(registry, {
    name: 'transledger_message_handling_seconds',
    help: 'Time of one try to handle a message, by how it ended.',
    label: 'group',
  });
  return (group) => ({
    ...group,
    handle: (delivery) => timed(group.name, delivery.signal, () => group.handle(delivery)),
  });
};
