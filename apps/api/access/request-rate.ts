import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { RateLimiter, WindowState } from '#libs/ports/limits/limits.port.js';
import type { TierLimits } from './tier-limits.js';

const windowMs = 60_000;

/** The windows of a key and of its organization; undefined where there is no limit. */
export interface RequestWindows {
  key: WindowState | undefined;
  organization: WindowState | undefined;
}

/**
 * Takes one request of the rate of the key and of its organization, also of one that is then refused; none of either
 * when one of them is used up.
 */
export const takeRequest = async (
  { limiter, limitsOf }: { limiter: RateLimiter; limitsOf: TierLimits },
  { keyId, organizationId, tier }: KeyAccess,
): Promise<RequestWindows> => {
  const { requestsPerMinute: limit, organizationFactor } = limitsOf(tier);
  if (limit === 0) return { key: undefined, organization: undefined };
  const ofKey = { key: keyId, limit };
  const windows =
    organizationFactor > 0 ? [ofKey, { key: organizationId, limit: limit * organizationFactor }] : [ofKey];
  const [key, organization] = await limiter.consumeAll(windows, windowMs);
  return { key, organization };
};

/** The rejection of a request beyond the rate of its key, or of another scope. */
export const rateLimitRejection = (window: WindowState, scope: { scope?: 'organization' } = {}): Rejection =>
  new Rejection('rate_limit_exceeded', {
    details: { limit: window.limit, remaining: window.remaining, reset_at: window.resetAt.toISOString(), ...scope },
    retryAfter: Math.max(1, Math.ceil(window.retryAfter)),
  });

/** @throws Rejection of a request beyond the rate of its key, or of its organization */
export const assertRate = ({ key, organization }: RequestWindows): void => {
  if (key?.allowed === false) throw rateLimitRejection(key);
  if (organization?.allowed === false) throw rateLimitRejection(organization, { scope: 'organization' });
};
