import type { Registry } from 'prom-client';
import type { JsonObject } from '#libs/domain/json.js';
import { timedWork } from '#libs/platform/telemetry/timed-work.js';
import type { QueueDefinition } from './job-queue.port.js';

/** Measures every try of a job by its queue. */
export const jobTimer = (registry: Registry): (<T extends JsonObject>(queue: QueueDefinition<T>) => typeof queue) => {
  const timed = timedWork(registry, {
    name: 'transledger_job_duration_seconds',
    help: 'Time of one try of a job, by how it ended.',
    label: 'queue',
  });
  return (queue) => ({
    ...queue,
    handle: (job) => timed(queue.name, job.signal, () => queue.handle(job)),
  });
};
