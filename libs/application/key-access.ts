import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { Role } from '#libs/domain/user/user.events.js';

/** The user of a session, or of an attempt to begin one. */
export interface SignedInUser {
  accountId: string;
  /** Undefined before there is a session. */
  sessionId: string | undefined;
  role: Role;
  /** That of the account at the time. */
  generation: number;
  /** End of the session's life, in milliseconds since the epoch. */
  sessionEndsAt: number | undefined;
}

/** Stands for the user id of a user whose data was erased. */
export const erasedUserId = '[erased]';

/** Stands for the user id of somebody whom no account is known of. */
export const unknownUserId = '[unknown]';

/** The properties of a key and its organization that requests need. */
export interface KeyAccess {
  /** The id that limits are counted by: that of the key, or that of the account of a signed-in user. */
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
  /** Set where the user in whose name it acts sees no documents of others. */
  ownDocumentsOnly?: true;
  /** Set where a user has signed in and no key was sent. */
  user?: SignedInUser;
}
