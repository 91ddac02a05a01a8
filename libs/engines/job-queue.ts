import { ConfigurationError, type Settings } from '#libs/platform/config/settings.js';
import { type DatabaseAddress, poolAddressOf } from '#libs/platform/postgres/database-address.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { usualClaimMs } from '#libs/ports/job-queue/claim.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';

interface JobDatabase {
  role: string;
  address: DatabaseAddress;
  poolSize: number;
}

/** Opens the job queue that the settings choose. */
export const openJobQueue = async (
  { REDIS_URL, TRANSLEDGER_LEASE_TTL = usualClaimMs }: Settings,
  { role, address, poolSize }: JobDatabase,
  logger: Logger,
): Promise<JobQueue> => {
  const onFault = (error: unknown) => logger.warn({ err: error }, 'the job queue has a fault');
  const claimMs = Math.min(TRANSLEDGER_LEASE_TTL, usualClaimMs);
  if (REDIS_URL === undefined) {
    const { createPgBossJobQueue } = await import('#libs/ports/job-queue/pg-boss/pg-boss-job-queue.js');
    return createPgBossJobQueue({
      ...poolAddressOf(address),
      poolSize,
      applicationName: `transledger ${role} jobs`,
      onFault,
      claimMs,
    });
  }
  const { createBullMqJobQueue } = await import('#libs/ports/job-queue/bullmq/bullmq-job-queue.js');
  return createBullMqJobQueue({ url: REDIS_URL, onFault, claimMs });
};

const redisChecks = () => import('#libs/ports/job-queue/bullmq/check-redis.js');

/** A check whether the server of the jobs can be used now; `undefined` when the database holds them. */
export const jobQueueCheck = ({ REDIS_URL }: Settings): (() => Promise<void>) | undefined =>
  REDIS_URL === undefined ? undefined : async () => (await redisChecks()).checkRedis({ url: REDIS_URL });

/** @throws ConfigurationError for a Redis that may evict jobs or is too old; not for an unavailable one, which may come later */
export const assertRedisFits = async ({ REDIS_URL }: Settings): Promise<void> => {
  if (REDIS_URL === undefined) return;
  const { assertFit } = await redisChecks();
  await assertFit({ url: REDIS_URL }).catch((error: Error) => {
    throw new ConfigurationError([`REDIS_URL: ${error.message}`]);
  });
};
