import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createBullMqJobQueue } from '#libs/ports/job-queue/bullmq/bullmq-job-queue.js';
import { assertNoEviction, checkRedis } from '#libs/ports/job-queue/bullmq/check-redis.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { createPgBossJobQueue } from '#libs/ports/job-queue/pg-boss/pg-boss-job-queue.js';

/** Opens the job queue that the settings choose. */
export const openJobQueue = async ({ REDIS_URL }: Settings, databaseUrl: string, logger: Logger): Promise<JobQueue> => {
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the job queue has a fault');
  return REDIS_URL === undefined
    ? createPgBossJobQueue({ connectionString: databaseUrl, onFault })
    : createBullMqJobQueue({ url: REDIS_URL, onFault });
};

/** A check whether the server of the jobs can be used now; `undefined` when the database holds them. */
export const jobQueueCheck = ({ REDIS_URL }: Settings): (() => Promise<void>) | undefined =>
  REDIS_URL === undefined ? undefined : () => checkRedis({ url: REDIS_URL });

/** @throws ConfigurationError for a Redis that may evict jobs; not for an unavailable one, which may come later */
export const assertRedisEvictsNothing = async ({ REDIS_URL }: Settings): Promise<void> => {
  if (REDIS_URL === undefined) return;
  await assertNoEviction({ url: REDIS_URL }).catch((error: Error) => {
    throw new ConfigurationError([`REDIS_URL: ${error.message}`]);
  });
};
