import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { organization } from '#libs/domain/organization/organization.decider.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { openPostgresStoredBytes } from '#libs/ports/stored-bytes/postgres-stored-bytes.js';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';

/** Milliseconds after which a change of the tier is noticed. */
const tierKnownMs = 2_000;
/** Organizations whose tier is remembered, at most. */
const remembered = 10_000;

const limitsBy = (settings: Settings): Record<Tier, number> => ({
  entry: settings.TRANSLEDGER_TIER_ENTRY_STORAGE_BYTES,
  pro: settings.TRANSLEDGER_TIER_PRO_STORAGE_BYTES,
  max: settings.TRANSLEDGER_TIER_MAX_STORAGE_BYTES,
});

/** Counts what each organization has stored, within the limit of its tier. */
export const openStoredBytes = (
  settings: Settings,
  pool: Pool,
  eventStore: Pick<EventStore, 'readStream'>,
): StoredBytes => {
  const limits = limitsBy(settings);
  const tiers = new LRUCache<string, Tier>({ max: remembered, ttl: tierKnownMs });
  const tierOf = async (organizationId: string): Promise<Tier> => {
    const known = tiers.get(organizationId);
    if (known !== undefined) return known;
    const { state } = await loadState(eventStore, organization, organizationId);
    const tier = state.status === 'none' ? 'entry' : state.tier;
    tiers.set(organizationId, tier);
    return tier;
  };
  return openPostgresStoredBytes({ pool, limitOf: async (organizationId) => limits[await tierOf(organizationId)] });
};
