import type { DataSource } from 'typeorm';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';

/** Rights and owner of a key, for the requests that carry it. */
export interface ApiKeyAccess {
  id: string;
  organization_id: string;
  name: string;
  scopes: Scope[];
  ip_allowlist: string[];
  /** The earlier of the key's expiry and the end of its grace after a rotation; null when it has no end. */
  ends_at: string | null;
  revoked_at: string | null;
  owner_subject: string;
  sealed_owner: string;
  created_at: string;
  organization_status: 'active' | 'suspended';
  tier: Tier;
}

/** A key as its organization sees it. */
export interface ApiKeyRecord {
  id: string;
  name: string;
  scopes: Scope[];
  ip_allowlist: string[];
  status: 'active' | 'expired' | 'revoked';
  created_at: string;
  /** Expiry of the key; of a rotated key, not later than the end of its grace. */
  expires_at: string | null;
  /** Time of the newest request that left an audit entry, to the precision of the usage read model. */
  last_used_at: string | null;
}

const accessOfSecret = `
  select k.id, k.organization_id, k.name, k.scopes, k.ip_allowlist, least(k.expires_at, k.grace_ends_at) as ends_at,
         k.revoked_at, k.owner_subject, k.sealed_owner, k.created_at, o.status as organization_status, o.tier
    from read_model.api_key k
    join read_model.organization o on o.id = k.organization_id
   where k.secret_hash = $1`;

/** Query of keys. The last use comes from the usage rows: a row updated by each request would be the busiest of all. */
const records = `
  select k.id, k.name, k.scopes, k.ip_allowlist, k.created_at, least(k.expires_at, k.grace_ends_at) as expires_at,
         used.last_at as last_used_at,
         case when k.revoked_at is not null then 'revoked'
              when least(k.expires_at, k.grace_ends_at) <= $2 then 'expired'
              else 'active' end as status
    from read_model.api_key k
    left join lateral (
      select u.last_at from read_model.usage u
       where u.organization_id = k.organization_id and u.key_id = k.id and u.last_at is not null
       order by u.day desc, u.last_at desc limit 1) used on true
   where k.organization_id = $1`;

/** Reads `api_key`, `organization` and `usage`: a key is found only together with its organization. */
export class ApiKeyQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds a key by `secretHash`, its SHA-256 in hex. Undefined for a key that nobody has. */
  async findBySecretHash(secretHash: string): Promise<ApiKeyAccess | undefined> {
    const [access] = await this.dataSource.query<ApiKeyAccess[]>(accessOfSecret, [secretHash]);
    return access;
  }

  /**
   * Lists keys, newest first. `now` (RFC 3339) decides which keys have expired.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    page: PageRequest,
    now: string,
  ): Promise<{ api_keys: ApiKeyRecord[]; pagination: Pagination }> {
    const list = {
      name: 'api_keys',
      table: 'read_model.api_key',
      select: records,
      alias: 'k',
      values: [organizationId, now] as const,
    };
    const { rows, pagination } = await readNewestFirst<ApiKeyRecord>(this.dataSource, list, page);
    return { api_keys: rows, pagination };
  }
}
