import { Inject, Injectable } from '@nestjs/common';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { Account } from '#libs/domain/user/user.decider.js';
import type { Role } from '#libs/domain/user/user.events.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import { AccessDirectory } from '../access/access-directory.js';
import { accessOfUser } from '../access/known-users.js';

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
  ) {}

  /** The access of a user who is about to sign in; undefined where the account was deleted meanwhile. */
  async of(account: Account): Promise<KeyAccess | undefined> {
    const known = await this.directory.accountNow(account.accountId);
    if (known === undefined) return undefined;
    return accessOfUser(known.account, (await this.userOf(account)).id);
  }

  async userOf({ subject, sealedUser, role }: Pick<Account, 'subject' | 'sealedUser' | 'role'>): Promise<SessionUser> {
    const opened = await this.subjectKeys.open(subject, sealedUser);
    return { id: textIn(opened, 'user_id'), email: textIn(opened, 'email'), name: textIn(opened, 'name'), role };
  }
}
