import type { Queue } from 'bullmq';
import type { QueueStatus } from '../job-queue.port.js';

/** Counts jobs by state. Delayed jobs whose time has come are due, also before a worker has moved them. */
export const countJobs = async (queue: Queue): Promise<QueueStatus> => {
  const [counts, due] = await Promise.all([
    queue.getJobCounts('waiting', 'delayed', 'active', 'failed'),
    queue.getDelayedCount(Date.now() + 1),
  ]);
  const { waiting = 0, delayed = 0, active = 0, failed = 0 } = counts;
  return { queue: queue.name, waiting: waiting + due, delayed: Math.max(0, delayed - due), active, failed };
};
