import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { ApiKeyEntity } from './api-key.entity.js';

/** A key as its organization sees it, of what events say. */
export interface GrantedKey {
  id: string;
  name: string;
  scopes: Scope[];
  ip_allowlist: string[];
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  /** Expiry of the key; of a rotated key, not later than the end of its grace. */
  expires_at: string | null;
}

/** A key as its organization sees it. */
export interface ApiKeyRecord extends GrantedKey {
  /** Time of the newest request with it, to the minute. */
  last_used_at: string | null;
}

/** Columns that a record is made of. */
export const columnsOfKey = [
  'id',
  'name',
  'scopes',
  'ip_allowlist',
  'created_at',
  'expires_at',
  'grace_ends_at',
  'revoked_at',
] as const satisfies readonly (keyof ApiKeyEntity)[];

export type ApiKeyRow = Pick<ApiKeyEntity, (typeof columnsOfKey)[number]>;

const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);

/** The key in a row at a time (RFC 3339), which decides whether it has expired. */
export const toGrantedKey = (row: ApiKeyRow, now: string): GrantedKey => {
  const { id, name, scopes, ip_allowlist, created_at, revoked_at } = row;
  const expires_at = earlier(row.expires_at, row.grace_ends_at);
  const hasExpired = expires_at !== null && expires_at <= now;
  const status = revoked_at !== null ? 'revoked' : hasExpired ? 'expired' : 'active';
  return { id, name, scopes, ip_allowlist, status, created_at, expires_at };
};
