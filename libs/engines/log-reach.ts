import type { Pool } from 'pg';
import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { LogReach } from '#libs/ports/log-reach/log-reach.port.js';

/**
 * Opens the place where nodes say how far they have read the log: Redis, or the database where the log is not in it.
 * Undefined without either: a node that does not reach the log then reaches no such place.
 */
export const openLogReach = async (
  { REDIS_URL: url, EVENTSTORE_URL }: Settings,
  pool: Pool,
  logger: Logger,
): Promise<LogReach | undefined> => {
  if (url !== undefined) {
    const [{ SharedRedis }, { createRedisLogReach }] = await Promise.all([
      import('#libs/ports/limits/redis/shared-redis.js'),
      import('#libs/ports/log-reach/redis-log-reach.js'),
    ]);
    const onFault = (error: Error) =>
      logger.warn({ err: error }, 'nodes do not hear from each other how far they have read at the moment');
    return createRedisLogReach(new SharedRedis({ url, prefix: 'log:', onFault }));
  }
  if (EVENTSTORE_URL === undefined) return undefined;
  const { createPostgresLogReach } = await import('#libs/ports/log-reach/postgres-log-reach.js');
  return createPostgresLogReach(pool);
};
