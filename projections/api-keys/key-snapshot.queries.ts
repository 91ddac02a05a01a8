import type { DataSource, QueryRunner } from 'typeorm';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { Tier } from '#libs/domain/organization/organization.events.js';
import type { Role } from '#libs/domain/user/user.events.js';
import { START } from '#libs/ports/event-store/position.js';
import { organizations } from '../organizations/organizations.projection.js';
import { sessions } from '../sessions/sessions.projection.js';
import { users } from '../users/users.projection.js';
import { apiKeys } from './api-keys.projection.js';
import { type RowState, rowStateOf } from './row-state.js';

export interface OrganizationRow {
  id: string;
  tier: Tier;
  status: 'active' | 'suspended';
}

export interface KeyRow {
  id: string;
  organization_id: string;
  secret_hash: string;
  scopes: Scope[];
  ip_allowlist: string[];
  /** The earlier of the key's expiry and the end of its grace after a rotation; null when it has no end. */
  ends_at: string | null;
  revoked: boolean;
  owner_subject: string;
  sealed_owner: string;
}

/** A user who was deleted and has keys that are not revoked yet. */
export interface DeletedOwnerRow {
  /** Id of the account. */
  id: string;
  subject: string;
}

export interface AccountRow {
  id: string;
  organization_id: string;
  subject: string;
  sealed_user: string;
  role: Role;
  generation: number;
  can_sign_in: boolean;
}

export interface SessionRow {
  id: string;
  account_id: string;
  token_hash: string;
  generation: number;
  began_at: string;
  expires_at: string;
}

/** Takes the rows of a snapshot, organizations before keys, these before their owners, and accounts before sessions, a page at a time. */
export interface SnapshotReader {
  organizations(rows: readonly OrganizationRow[]): void;
  keys(rows: readonly KeyRow[]): void;
  deletedOwners(rows: readonly DeletedOwnerRow[]): void;
  accounts(rows: readonly AccountRow[]): void;
  sessions(rows: readonly SessionRow[]): void;
}

const rowsOfPage = 2_000;
const read = [apiKeys, organizations, users, sessions];

const organizationPage = `
  select id, tier, status from read_model.organization where id > $1 order by id limit ${rowsOfPage}`;
const keyPage = `
  select id, organization_id, secret_hash, scopes, ip_allowlist, least(expires_at, grace_ends_at) as ends_at,
         revoked_at is not null as revoked, owner_subject, sealed_owner
    from read_model.api_key where id > $1 order by id limit ${rowsOfPage}`;
const deletedOwnerPage = `
  select id, subject from read_model.user_account u
   where id > $1 and deleted_at is not null
     and exists (select from read_model.api_key k
                  where k.organization_id = u.organization_id and k.owner_subject = u.subject and k.revoked_at is null)
   order by id limit ${rowsOfPage}`;
const accountPage = `
  select id, organization_id, subject, sealed_user, role, generation, has_password or is_linked as can_sign_in
    from read_model.user_account where id > $1 and deleted_at is null order by id limit ${rowsOfPage}`;
const sessionPage = `
  select id, account_id, token_hash, generation, began_at, expires_at
    from read_model.user_session
   where id > $1 and ended_at is null and expires_at > now() order by id limit ${rowsOfPage}`;

const readPages = async <Row extends { id: string }>(
  runner: QueryRunner,
  sql: string,
  take: (rows: readonly Row[]) => void,
): Promise<void> => {
  for (let after = ''; ; ) {
    const rows = (await runner.query(sql, [after])) as Row[];
    take(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsOfPage) return;
    after = last.id;
  }
};

/** Reads every key, organization, account and session, with the position of the log up to which the rows are complete. */
export class KeySnapshotQueries {
  constructor(private readonly dataSource: DataSource) {}

  async read(reader: SnapshotReader): Promise<RowState> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction('REPEATABLE READ');
      // The log behind the earlier of two checkpoints is read again, over rows that have some of it already.
      const state = await rowStateOf((sql, values) => runner.query(sql, values), read);
      if (state.position === START) return { ...state, parkedStreams: [] };
      await readPages<OrganizationRow>(runner, organizationPage, (rows) => reader.organizations(rows));
      await readPages<KeyRow>(runner, keyPage, (rows) => reader.keys(rows));
      await readPages<DeletedOwnerRow>(runner, deletedOwnerPage, (rows) => reader.deletedOwners(rows));
      await readPages<AccountRow>(runner, accountPage, (rows) => reader.accounts(rows));
      await readPages<SessionRow>(runner, sessionPage, (rows) => reader.sessions(rows));
      return state;
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }
}
