import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { RateLimiter, WindowState } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from './tier-limits.js';

const windowMs = 60_000;

/** Takes one request of the key's rate, also of one that is then refused; undefined when the tier has no limit. */
export const takeRequest = async (
  { limiter, limitsOf }: { limiter: RateLimiter; limitsOf: TierLimits },
  { keyId, tier }: KeyAccess,
): Promise<WindowState | undefined> => {
  const limit = limitsOf(tier).requestsPerMinute;
  return limit > 0 ? limiter.consume(keyId, limit, windowMs) : undefined;
};

/** The rejection of a request beyond the rate of its key. */
export const rateLimitRejection = (window: WindowState): Rejection =>
  new Rejection('rate_limit_exceeded', {
    details: { limit: window.limit, remaining: window.remaining, reset_at: window.resetAt.toISOString() },
    retryAfter: Math.max(1, Math.ceil(window.retryAfter)),
  });
