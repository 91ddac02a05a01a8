import type { Redis } from 'ioredis';
import type { QueueStatus } from '../job-queue.port.js';

const commandsPerQueue = 6;

/** Counts of all queues at one moment. Delayed jobs whose time has come are due, also before Bull has moved them. */
export const countJobs = async (client: Redis, prefix: string, queues: readonly string[]): Promise<QueueStatus[]> => {
  const now = (Date.now() + 1) * 0x1000 - 1;
  const transaction = client.multi();
  for (const queue of queues) {
    const key = (name: string) => `${prefix}:${queue}:${name}`;
    transaction.llen(key('wait')).llen(key('paused')).llen(key('active'));
    transaction.zcard(key('delayed')).zcount(key('delayed'), '-inf', now).zcard(key('failed'));
  }
  const answers = queues.length === 0 ? [] : ((await transaction.exec()) ?? []);
  const counts = answers.map(([error, count]) => {
    if (error !== null) throw error;
    return Number(count);
  });
  return queues.map((queue, n) => {
    const [wait = 0, paused = 0, active = 0, delayed = 0, due = 0, failed = 0] = counts.slice(n * commandsPerQueue);
    return { queue, waiting: wait + paused + due, delayed: delayed - due, active, failed };
  });
};
