import type { KeyAccess } from '#libs/application/key-access.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { isAllowedAddress } from '#libs/platform/ip-address/ip-range.js';

const bearer = /^Bearer +(\S+) *$/i;
const withoutKey = /^(Bearer)? *$/i;

/** Reads the key from an `Authorization` header. A key of the wrong form is refused without a look-up. */
export const keyFromHeader = (header: string | undefined): string => {
  if (header === undefined || withoutKey.test(header)) throw new Rejection('missing_api_key');
  const key = bearer.exec(header)?.[1];
  if (key === undefined || !isWellFormedApiKey(key)) throw new Rejection('invalid_api_key');
  return key;
};

/**
 * Checks a known key, in the order that decides which error a request with several faults gets: revoked, expired,
 * organization suspended, address, scope.
 */
export const assertAccess = (access: KeyAccess, scope: Scope | undefined, address: string, now: number): void => {
  if (access.revoked) throw new Rejection('revoked_api_key');
  if (access.endsAt !== undefined && access.endsAt <= now) throw new Rejection('expired_api_key');
  if (access.organizationSuspended) throw new Rejection('organization_suspended');
  if (access.ipAllowlist.length > 0 && !isAllowedAddress(address, access.ipAllowlist)) {
    throw new Rejection('ip_not_allowed');
  }
  if (scope !== undefined && !access.scopes.includes(scope)) {
    throw new Rejection('insufficient_scope', { details: { required: scope } });
  }
};
