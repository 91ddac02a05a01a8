import type { JsonObject } from '#libs/domain/json.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { timedWork } from '#libs/platform/telemetry/timed-work.js';
import type { QueueDefinition } from './job-queue.port.js';

/** Wraps the queue so that its life cycle is reported: every try by its queue, and the cause of a failure. */
export const watchedQueue =
  (lifeCycle: LifeCycle) =>
  <T extends JsonObject>(queue: QueueDefinition<T>): QueueDefinition<T> => ({
    ...queue,
    lifeCycle,
    handle: (job) =>
      timedWork(
        job.signal,
        (ended) => lifeCycle.emit('job.tried', { queue: queue.name, ...ended }),
        () => queue.handle(job),
      ),
  });
