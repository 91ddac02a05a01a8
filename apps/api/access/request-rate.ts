import type { KeyAccess } from '#libs/application/key-access.js';
import type { RateLimiter, WindowState } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from './tier-limits.js';

const windowMs = 60_000;

/** Takes one request of the key's rate, also of one that is then refused; undefined where the tier has no limit. */
export const takeRequest = async (
  { limiter, limitsOf }: { limiter: RateLimiter; limitsOf: TierLimits },
  { keyId, tier }: KeyAccess,
): Promise<WindowState | undefined> => {
  const limit = limitsOf(tier).requestsPerMinute;
  return limit > 0 ? limiter.consume(keyId, limit, windowMs) : undefined;
};
