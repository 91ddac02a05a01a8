import { Inject, Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import { roleScopes } from '#libs/domain/user/role-scopes.js';
import type { Account } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { AccessDirectory } from '../access/access-directory.js';
import { accessOfUser } from '../access/known-users.js';
import type { SessionDto, SessionOrganizationDto } from './auth.dto.js';

/** A user as a session shows one. */
export interface SessionUser {
  id: string;
  email: string;
  name: string;
  role: Role;
}

/** Reads which access an account has now, and whose it is. */
@Injectable()
export class AccountAccess {
  constructor(
    @Inject(AccessDirectory) private readonly directory: Pick<AccessDirectory, 'accountNow'>,
    @Inject(SUBJECT_KEYS) private readonly subjectKeys: Pick<SubjectKeys, 'open'>,
    @Inject(OrganizationQueries) private readonly organizations: Pick<OrganizationQueries, 'find'>,
  ) {}

  /** The access of a user who is about to sign in; undefined where the account was deleted meanwhile. */
  async of(account: Account): Promise<KeyAccess | undefined> {
    const known = await this.directory.accountNow(account.accountId);
    if (known === undefined) return undefined;
    return accessOfUser(known.account, (await this.userOf(account)).id);
  }

  /** A session as it is shown to its user. @param expiresAt RFC 3339 */
  async sessionOf(account: Account, expiresAt: string): Promise<SessionDto> {
    const [user, organization] = await Promise.all([this.userOf(account), this.organizationOf(account.organizationId)]);
    return { user, organization, scopes: roleScopes[account.role], expires_at: expiresAt };
  }

  /** For people who are its users: others are told no names. */
  async organizationOf(organizationId: string): Promise<SessionOrganizationDto> {
    const found = await this.organizations.find(organizationId);
    return { id: organizationId, name: found?.name ?? organizationId };
  }

  async userOf({ subject, sealedUser, role }: Pick<Account, 'subject' | 'sealedUser' | 'role'>): Promise<SessionUser> {
    const opened = await this.subjectKeys.open(subject, sealedUser);
    return { id: textIn(opened, 'user_id'), email: textIn(opened, 'email'), name: textIn(opened, 'name'), role };
  }
}
