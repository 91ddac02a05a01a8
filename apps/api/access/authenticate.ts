import type { KeyAccess } from '#libs/application/key-access.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { isAllowedAddress } from '#libs/platform/ip-address/ip-range.js';

const bearer = /^Bearer +(\S+) *$/i;
const withoutKey = /^(Bearer)? *$/i;

/** Refuses what has not the form of a key, without a look-up. @throws Rejection `invalid_api_key` */
export const assertWholeKey = (key: string): void => {
  if (!isWellFormedApiKey(key)) {
    if (/^Bearer /i.test(key)) {
      throw new Rejection('invalid_api_key', { message: 'Here the API key stands alone, without "Bearer" before it.' });
    }
    throw new Rejection('invalid_api_key', {
      message: 'This is not a whole API key: "tl_live_" and 38 letters and digits, as it was shown when it was made.',
    });
  }
};

/** Reads the key from an `Authorization` header. A key of the wrong form is refused without a look-up. */
export const keyFromHeader = (header: string | undefined): string => {
  if (header === undefined || withoutKey.test(header)) throw new Rejection('missing_api_key');
  const key = bearer.exec(header)?.[1];
  if (key === undefined) {
    throw new Rejection('invalid_api_key', { message: 'The Authorization header must be "Bearer" and the API key.' });
  }
  assertWholeKey(key);
  return key;
};

/**
 * The scope that a caller must have, or several of which it must have each; undefined where any key will do. With `anyOf`
 * one of them is enough. With `keysAlso` a key must have another one too: the role of a user says as much.
 */
export type NeededScopes =
  | Scope
  | readonly Scope[]
  | { anyOf: readonly Scope[] }
  | { scope: Scope; keysAlso: Scope }
  | undefined;

const isList = (needed: NonNullable<NeededScopes>): needed is readonly Scope[] => Array.isArray(needed);

/** Scopes of which a caller must have each, or of several lists one whole. */
const listsOf = (needed: NeededScopes, isUser: boolean): readonly (readonly Scope[])[] => {
  if (needed === undefined) return [[]];
  if (typeof needed === 'string') return [[needed]];
  if (isList(needed)) return [needed];
  if ('anyOf' in needed) return needed.anyOf.map((scope) => [scope]);
  return [isUser ? [needed.scope] : [needed.scope, needed.keysAlso]];
};

/** The properties of a key or session that decide whether a request may go on. */
export type Rights = Pick<
  KeyAccess,
  'revoked' | 'endsAt' | 'organizationSuspended' | 'ipAllowlist' | 'scopes' | 'user'
>;

/**
 * Checks a known key, in the order that decides which error a request with several faults gets: revoked, expired,
 * organization suspended, address, scope.
 */
export const assertAccess = (access: Rights, needed: NeededScopes, address: string, now: number): void => {
  if (access.revoked) throw new Rejection('revoked_api_key');
  if (access.endsAt !== undefined && access.endsAt <= now) throw new Rejection('expired_api_key');
  if (access.organizationSuspended) throw new Rejection('organization_suspended');
  if (access.ipAllowlist.length > 0 && !isAllowedAddress(address, access.ipAllowlist)) {
    throw new Rejection('ip_not_allowed', {
      message: `The request came from ${address}, which is not on the key's allowlist.`,
      details: { address },
    });
  }
  assertScope(access, needed);
};

/** @throws Rejection `insufficient_scope` */
export const assertScope = (access: Pick<KeyAccess, 'scopes' | 'user'>, needed: NeededScopes): void => {
  const missingOf = (list: readonly Scope[]) => list.find((scope) => !access.scopes.includes(scope));
  const lacking = listsOf(needed, access.user !== undefined).map(missingOf);
  const [missing] = lacking;
  if (missing === undefined || lacking.includes(undefined)) return;
  throw new Rejection('insufficient_scope', {
    message: `The ${access.user === undefined ? 'API key' : 'role of the user'} lacks the scope ${missing}, which this request needs.`,
    details: { required: missing },
  });
};
