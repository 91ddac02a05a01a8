import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { createBullJobQueue } from '#libs/ports/job-queue/bull/bull-job-queue.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { createPgBossJobQueue } from '#libs/ports/job-queue/pg-boss/pg-boss-job-queue.js';

/** The job queue that the settings choose. */
export const openJobQueue = async ({ REDIS_URL }: Settings, databaseUrl: string, logger: Logger): Promise<JobQueue> => {
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the job queue has a fault');
  return REDIS_URL === undefined
    ? createPgBossJobQueue({ connectionString: databaseUrl, onFault })
    : createBullJobQueue({ url: REDIS_URL, onFault });
};
