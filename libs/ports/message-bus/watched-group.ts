import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { timedWork } from '#libs/platform/telemetry/timed-work.js';
import type { ConsumerGroup } from './message-bus.port.js';

/**
 * Wraps the group so that its life cycle is reported: every try of a message by its group, and the cause of a
 * failure.
 */
export const watchedGroup =
  (lifeCycle: LifeCycle) =>
  (group: ConsumerGroup): ConsumerGroup => ({
    ...group,
    lifeCycle,
    handle: (delivery) =>
      timedWork(
        delivery.signal,
        (ended) => lifeCycle.emit('message.tried', { group: group.name, ...ended }),
        () => group.handle(delivery),
      ),
  });
