import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Quotas, RateLimiter, Slots } from '#libs/ports/limits/limits.port.js';
import { MemoryQuotas } from '#libs/ports/limits/memory/memory-quotas.js';
import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';

interface LimitsOptions {
  logger: Logger;
  /** Called when limits are no longer shared by all nodes, and when they are again. */
  onDegraded: (isDegraded: boolean) => void;
  /** Gives the use of a quota's key so far, by all nodes. */
  usedBefore: (key: string) => Promise<number>;
}

export interface Limits {
  rateLimiter: RateLimiter;
  quotas: Quotas;
  /** Limits of concurrent requests and connections. */
  slots: Slots;
  close(): void;
}

/** Opens limits that all nodes share through Redis, or limits of this process alone without one. */
export const openLimits = async (
  settings: Settings,
  { logger, onDegraded, usedBefore }: LimitsOptions,
): Promise<Limits> => {
  const { REDIS_URL: url, TRANSLEDGER_API_NODES: nodes } = settings;
  if (url === undefined) {
    return {
      rateLimiter: new MemoryRateLimiter(),
      quotas: new MemoryQuotas({ usedBefore }),
      slots: new MemorySlots(),
      close: () => undefined,
    };
  }
  const [{ SharedRedis }, { createRedisRateLimiter }, { createRedisQuotas }, { createRedisSlots }] = await Promise.all([
    import('#libs/ports/limits/redis/shared-redis.js'),
    import('#libs/ports/limits/redis/redis-rate-limiter.js'),
    import('#libs/ports/limits/redis/redis-quotas.js'),
    import('#libs/ports/limits/redis/redis-slots.js'),
  ]);
  const redis = new SharedRedis({
    url,
    onDegraded,
    onFault: (error) => logger.warn({ err: error }, 'limits are not shared with the other nodes at the moment'),
  });
  const slots = createRedisSlots({ redis, nodes });
  return {
    rateLimiter: createRedisRateLimiter({ redis, nodes }),
    quotas: createRedisQuotas({ redis, nodes, usedBefore }),
    slots,
    close: () => {
      slots.close();
      redis.close();
    },
  };
};
