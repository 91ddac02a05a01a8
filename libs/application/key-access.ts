import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';

/** The properties of a key and its organization that requests need. */
export interface KeyAccess {
  keyId: string;
  organizationId: string;
  scopes: readonly Scope[];
  /** Addresses and CIDR ranges; empty allows every address. */
  ipAllowlist: readonly string[];
  revoked: boolean;
  /** Milliseconds since the epoch; undefined when the key does not end. */
  endsAt: number | undefined;
  tier: Tier;
  organizationSuspended: boolean;
  /** Subject reference of the user in whose name the key acts. */
  subject: string;
  userId: string;
}
