import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { readNewestFirst } from '#libs/read-side/read-models/newest-first.js';
import type { PageRequest, Pagination } from '#libs/read-side/read-models/page.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { UserEntity } from './user.entity.js';
import { type ListedUserRow, toUserRecord, type UserRecord } from './user-record.js';

/** `email` is empty for an owner without an account. */
export interface UserName {
  name: string;
  email: string;
}

/** An account as it is kept, deleted or not. */
export type KeptUserRecord = Omit<UserRecord, 'status' | 'account_id'> & {
  status: 'active' | 'invited' | 'deleted';
  account_id: string;
  deleted_at: string | null;
};

const records = 'select * from read_model.user_account u where organization_id = $1 and deleted_at is null';

/** Accounts, and owners who have none yet, which lack the columns of accounts. */
const listed = `(
  select id, organization_id, subject, sealed_user, role, has_password, is_linked, invite_expires_at, created_at,
         false as is_named
    from read_model.user_account where organization_id = $1 and deleted_at is null
  union all
  select subject, organization_id, subject, sealed_user, role, false, false, null, created_at, true
    from read_model.named_owner o
   where organization_id = $1
     and not exists (select from read_model.user_account a where a.organization_id = $1 and a.subject = o.subject))`;

const ownerWithoutSignIn = `
  select subject from read_model.named_owner o
   where organization_id = $1
     and not exists (
       select from read_model.user_account a
        where a.organization_id = $1 and deleted_at is null
          and (a.subject = o.subject or (a.role = 'owner' and (a.has_password or a.is_linked))))
   order by created_at limit 1`;

const peopleOf = `
  select distinct on (subject) subject, sealed_user from (
    select subject, sealed_user, 0 as rank from read_model.user_account
     where organization_id = $1 and subject = any($2)
    union all
    select subject, sealed_user, 1 from read_model.named_owner where organization_id = $1 and subject = any($2)) known
   order by subject, rank`;

const accountOf = `select exists (${records} and subject = $2) as found`;

const openInvites = `
  select id from read_model.user_account
   where organization_id = $1 and deleted_at is null
     and invite_expires_at > $3 and (inviter_subject = $2 or inviter_subject is null)
   order by id`;

const everAccountOf = 'select * from read_model.user_account where organization_id = $1 and subject = $2';

/** A reader of its own write has to wait for the projection `users`. */
export class UserQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {}

  /**
   * Lists users that are not deleted, newest first.
   * @throws Rejection `invalid_request` when the cursor is not of this list
   */
  async list(organizationId: string, page: PageRequest): Promise<{ users: UserRecord[]; pagination: Pagination }> {
    const list = {
      name: 'users',
      table: 'read_model.user_account',
      select: `select * from ${listed} u where organization_id = $1`,
      alias: 'u',
      values: [organizationId] as const,
      count: `select count(*) as total from ${listed} u`,
    };
    const { rows, pagination } = await readNewestFirst<ListedUserRow>(this.readModels, list, page);
    return { users: await this.opened(rows), pagination };
  }

  async find(organizationId: string, accountId: string): Promise<UserRecord | undefined> {
    const rows = await this.readModels.query<UserEntity[]>(`${records} and id = $2`, [organizationId, accountId]);
    const [record] = await this.opened(rows);
    return record;
  }

  /** The owner without an account whose reference it is; undefined for any other user. */
  async findNamed(organizationId: string, subject: string): Promise<UserRecord | undefined> {
    const rows = await this.readModels.query<ListedUserRow[]>(
      `select * from ${listed} u where organization_id = $1 and id = $2 and is_named`,
      [organizationId, subject],
    );
    const [record] = await this.opened(rows);
    return record;
  }

  /**
   * The owner in whose name the first key was made, by reference, while no owner of the organization can sign in; undefined
   * where one can, or there is none without an account.
   */
  async ownerWithoutSignIn(organizationId: string): Promise<string | undefined> {
    const rows = await this.readModels.query<{ subject: string }[]>(ownerWithoutSignIn, [organizationId]);
    return rows[0]?.subject;
  }

  /** Names of users, by their references, deleted ones too; those who are erased or unknown are left out. */
  async namesOf(organizationId: string, subjects: readonly string[]): Promise<Map<string, UserName>> {
    if (subjects.length === 0) return new Map();
    const rows = await this.readModels.query<Pick<UserEntity, 'subject' | 'sealed_user'>[]>(peopleOf, [
      organizationId,
      subjects,
    ]);
    const opened = await this.subjectKeys.openMany(
      rows.map(({ subject, sealed_user }) => ({ subject, sealed: sealed_user })),
    );
    const names = new Map<string, UserName>();
    for (const [index, { subject }] of rows.entries()) {
      const data = opened[index];
      if (data != null) names.set(subject, { name: textIn(data, 'name'), email: textIn(data, 'email') });
    }
    return names;
  }

  /** Whether a user, by its reference, has an account that is not deleted. */
  async hasAccount(organizationId: string, subject: string): Promise<boolean> {
    const [row] = await this.readModels.query<{ found: boolean }[]>(accountOf, [organizationId, subject]);
    return row?.found === true;
  }

  /**
   * Ids of the accounts of an organization with an invite that is open at the time `now`, and that somebody, by reference,
   * made, or nobody is known to have made.
   */
  async openInvites(organizationId: string, inviter: string, now: string): Promise<string[]> {
    const rows = await this.readModels.query<{ id: string }[]>(openInvites, [organizationId, inviter, now]);
    return rows.map(({ id }) => id);
  }

  /** The account that a user, by its reference, has or had; undefined where there was none. */
  async accountOf(organizationId: string, subject: string): Promise<string | undefined> {
    const [row] = await this.readModels.query<UserEntity[]>(everAccountOf, [organizationId, subject]);
    return row?.id;
  }

  /** The record that is kept of that account. */
  async everOf(organizationId: string, subject: string): Promise<KeptUserRecord | undefined> {
    const [row] = await this.readModels.query<UserEntity[]>(everAccountOf, [organizationId, subject]);
    if (row === undefined) return undefined;
    const [record] = await this.opened([row]);
    if (record === undefined) return undefined;
    const { deleted_at } = row;
    const status = deleted_at !== null ? 'deleted' : row.has_password || row.is_linked ? 'active' : 'invited';
    return { ...record, account_id: row.id, deleted_at, status };
  }

  private async opened(rows: readonly ListedUserRow[]): Promise<UserRecord[]> {
    const opened = await this.subjectKeys.openMany(
      rows.map(({ subject, sealed_user }) => ({ subject, sealed: sealed_user })),
    );
    return rows.map((row, index) => toUserRecord(row, opened[index] ?? null));
  }
}
