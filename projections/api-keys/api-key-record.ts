import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
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
  /** The user who made it. */
  created_by: { user_id: string };
  /** The user in whose name it acts, and with whom it ends. */
  owner: { user_id: string };
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
  'owner_subject',
  'sealed_owner',
  'maker_subject',
  'sealed_maker',
] as const satisfies readonly (keyof ApiKeyEntity)[];

export type ApiKeyRow = Pick<ApiKeyEntity, (typeof columnsOfKey)[number]>;

const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);

/** Keys in rows, each at a time (RFC 3339), which decides whether it has expired; persons by one look-up for all. */
export const toGrantedKeys = async (
  subjectKeys: Pick<SubjectKeys, 'openMany'>,
  rows: readonly { row: ApiKeyRow; now: string }[],
): Promise<GrantedKey[]> => {
  const opened = await subjectKeys.openMany(
    rows.flatMap(({ row: { owner_subject, sealed_owner, maker_subject, sealed_maker } }) => [
      { subject: owner_subject, sealed: sealed_owner },
      { subject: maker_subject, sealed: sealed_maker },
    ]),
  );
  return rows.map(({ row, now }, index) => {
    const { id, name, scopes, ip_allowlist, created_at, revoked_at } = row;
    const expires_at = earlier(row.expires_at, row.grace_ends_at);
    const hasExpired = expires_at !== null && expires_at <= now;
    const status = revoked_at !== null ? 'revoked' : hasExpired ? 'expired' : 'active';
    const owner = { user_id: textIn(opened[2 * index], 'user_id') };
    const created_by = { user_id: textIn(opened[2 * index + 1], 'user_id') };
    return { id, name, scopes, ip_allowlist, status, created_at, expires_at, created_by, owner };
  });
};
