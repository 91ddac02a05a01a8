import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { ApiKeyEntity } from './api-key.entity.js';
import { type ApiKeyRecord, type ApiKeyRow, columnsOfKey, toGrantedKeys } from './api-key-record.js';

const records = `
  select ${columnsOfKey.map((column) => `k.${column}`).join(', ')}, used.last_used_at
    from read_model.api_key k
    left join read_model.api_key_use used on used.key_id = k.id
   where k.organization_id = $1`;

const activeRecords = `${records} and k.revoked_at is null
     and coalesce(least(k.expires_at, k.grace_ends_at) > $2, true)
   order by k.created_at desc, k.id desc`;

const activeOf = `
  select exists (
    select from read_model.api_key k
     where k.organization_id = $1 and k.owner_subject = $2 and k.revoked_at is null
       and (least(k.expires_at, k.grace_ends_at) is null or least(k.expires_at, k.grace_ends_at) > $3)) as found`;

const personsOf = `
  select id, first_owner_subject, sealed_first_owner, maker_subject, sealed_maker
    from read_model.api_key where organization_id = $1 and id = any($2)`;

const isOfPerson = '$2 in (owner_subject, maker_subject, first_owner_subject)';
const recordsOfPerson = `${records} and ${isOfPerson}`;
const countOfPerson = `select count(*) as total from read_model.api_key where organization_id = $1 and ${isOfPerson}`;

const ownedKeys = `
  select id, scopes from read_model.api_key k
   where k.organization_id = $1 and k.owner_subject = $2 and k.revoked_at is null
     and coalesce(least(k.expires_at, k.grace_ends_at) > $3, true)
   order by k.created_at, k.id`;

type ListedRow = ApiKeyRow & Pick<ApiKeyRecord, 'last_used_at'>;

type PersonsRow = Pick<
  ApiKeyEntity,
  'id' | 'first_owner_subject' | 'sealed_first_owner' | 'maker_subject' | 'sealed_maker'
>;

/** Reads `api_key` and `api_key_use`. */
export class ApiKeyQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {}

  /**
   * Lists keys, newest first. `now` (RFC 3339) decides which keys have expired.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(
    organizationId: string,
    page: PageRequest,
    now: string,
  ): Promise<{ api_keys: ApiKeyRecord[]; pagination: Pagination }> {
    return this.page({ name: 'api_keys', select: records }, [organizationId], page, now);
  }

  /** Lists the keys that a person, by its reference, owns or has made, as `list` does. */
  listOf(
    organizationId: string,
    subject: string,
    page: PageRequest,
    now: string,
  ): Promise<{ api_keys: ApiKeyRecord[]; pagination: Pagination }> {
    const list = { name: 'api_keys_of_owner', select: recordsOfPerson, count: countOfPerson };
    return this.page(list, [organizationId, subject], page, now);
  }

  /** Keys that neither are revoked nor have expired at `now` (RFC 3339), newest first; their number is limited. */
  async active(organizationId: string, now: string): Promise<ApiKeyRecord[]> {
    return this.shown(await this.readModels.query<ListedRow[]>(activeRecords, [organizationId, now]), now);
  }

  /** The users who made keys, and for whom, by the ids of the keys; `[erased]` once a user is. */
  async personsOf(
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, { maker: string; owner: string }>> {
    if (ids.length === 0) return new Map();
    const rows = await this.readModels.query<PersonsRow[]>(personsOf, [organizationId, ids]);
    const opened = await this.subjectKeys.openMany(
      rows.flatMap((row) => [
        { subject: row.first_owner_subject, sealed: row.sealed_first_owner },
        { subject: row.maker_subject, sealed: row.sealed_maker },
      ]),
    );
    return new Map(
      rows.map(({ id }, index) => [
        id,
        { owner: textIn(opened[2 * index], 'user_id'), maker: textIn(opened[2 * index + 1], 'user_id') },
      ]),
    );
  }

  /** Ids and scopes of the keys of an owner, by its reference, that work at the time `now`; their number is limited. */
  activeOf(organizationId: string, ownerSubject: string, now: string): Promise<{ id: string; scopes: Scope[] }[]> {
    return this.readModels.query(ownedKeys, [organizationId, ownerSubject, now]);
  }

  /** Whether an owner, by its reference, has a key that works at the time `now`. */
  async hasActive(organizationId: string, ownerSubject: string, now: string): Promise<boolean> {
    const [row] = await this.readModels.query<{ found: boolean }[]>(activeOf, [organizationId, ownerSubject, now]);
    return row?.found === true;
  }

  private async page(
    query: { name: string; select: string; count?: string },
    values: readonly [string, ...string[]],
    page: PageRequest,
    now: string,
  ): Promise<{ api_keys: ApiKeyRecord[]; pagination: Pagination }> {
    const list = { ...query, table: 'read_model.api_key', alias: 'k', values };
    const { rows, pagination } = await readNewestFirst<ListedRow>(this.readModels, list, page);
    return { api_keys: await this.shown(rows, now), pagination };
  }

  private async shown(rows: readonly ListedRow[], now: string): Promise<ApiKeyRecord[]> {
    const granted = await toGrantedKeys(
      this.subjectKeys,
      rows.map((row) => ({ row, now })),
    );
    return granted.map((key, index) => ({ ...key, last_used_at: rows[index]?.last_used_at ?? null }));
  }
}
