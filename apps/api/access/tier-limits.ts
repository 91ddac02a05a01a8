import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { Settings } from '#libs/platform/config/settings.js';

export interface Limits {
  /** 0 is unlimited, here and below. */
  requestsPerMinute: number;
  charactersPerDay: number;
  concurrentRequests: number;
  connections: number;
  /** The requests of all keys of an organization, in a minute and at the same time: so many times those of one key. */
  organizationFactor: number;
}

export type TierLimits = (tier: Tier) => Limits;

/** The injection token of TierLimits. */
export const TIER_LIMITS = Symbol('TierLimits');

const names = { entry: 'ENTRY', pro: 'PRO', max: 'MAX' } as const;

/** The limits of each tier, as configured. */
export const tierLimits = (settings: Settings): TierLimits => {
  const limitsOf = (tier: Tier): Limits => ({
    requestsPerMinute: settings[`TRANSLEDGER_TIER_${names[tier]}_REQUESTS_PER_MINUTE`],
    charactersPerDay: settings[`TRANSLEDGER_TIER_${names[tier]}_CHARACTERS_PER_DAY`],
    concurrentRequests: settings[`TRANSLEDGER_TIER_${names[tier]}_CONCURRENT_REQUESTS`],
    connections: settings[`TRANSLEDGER_TIER_${names[tier]}_CONNECTIONS`],
    organizationFactor: settings.TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR,
  });
  const limits = { entry: limitsOf('entry'), pro: limitsOf('pro'), max: limitsOf('max') };
  return (tier) => limits[tier];
};
