import type { ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import type { ErrorDetails } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isRangeWithin } from '#libs/platform/ip-address/ip-range.js';
import type { KeyAccess } from '../key-access.js';

/** The rights of whoever makes a key: the key gets none beyond them. */
export interface Grantor {
  scopes: readonly Scope[];
  /** Addresses and CIDR ranges; empty allows every address. */
  ipAllowlist: readonly string[];
  /** RFC 3339; null when the grantor does not end. */
  endsAt: string | null;
}

/** The operator, on the command line and at the first start, is bound by nothing. */
export const operatorGrantor: Grantor = { scopes, ipAllowlist: [], endsAt: null };

/** The rights that a caller of the API may grant. */
export const grantorOf = ({ scopes: own, ipAllowlist, endsAt }: KeyAccess): Grantor => ({
  scopes: own,
  ipAllowlist,
  endsAt: endsAt === undefined ? null : new Date(endsAt).toISOString(),
});

/** The rights of a key, or of a user, who has neither allowlist nor end. */
export type Granted = Pick<ApiKeyGrant, 'scopes' | 'ipAllowlist' | 'expiresAt'>;

const beyondAddresses = ({ ipAllowlist: own }: Grantor, { ipAllowlist: wanted }: Granted): string[] => {
  if (own.length === 0) return [];
  if (wanted.length === 0) return ['must not be empty, since the key that grants has an allowlist'];
  const beyond = wanted.filter((range) => !isRangeWithin(range, own));
  return beyond.length === 0 ? [] : [`must lie within the allowlist of the key that grants: ${beyond.join(', ')}`];
};

const beyondEnd = ({ endsAt }: Grantor, { expiresAt }: Granted): string[] =>
  endsAt === null || (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(endsAt))
    ? []
    : [`must not be later than the end of the key that grants, ${endsAt}`];

/**
 * Refuses a key that is to have a scope, an address or a time that its grantor lacks. Nothing is cut to fit: a caller
 * that asked for more learns that it did not get it.
 * @throws Rejection `insufficient_scope`, whose details name what is beyond the grantor: `scopes` as scopes,
 * `ip_allowlist` and `expires_at` as messages
 */
export const assertCanGrant = (grantor: Grantor, grant: Granted): void => {
  const beyond = {
    scopes: grant.scopes.filter((scope) => !grantor.scopes.includes(scope)),
    ip_allowlist: beyondAddresses(grantor, grant),
    expires_at: beyondEnd(grantor, grant),
  };
  const entries = Object.entries(beyond).filter(([, found]) => found.length > 0);
  if (entries.length === 0) return;
  throw new Rejection('insufficient_scope', {
    message: `Nobody can grant more than is granted to them: ${entries.map(([name]) => name).join(', ')}.`,
    details: Object.fromEntries(entries) satisfies ErrorDetails,
  });
};
