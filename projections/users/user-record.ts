import type { Role } from '#libs/domain/user/user.events.js';
import { type Opened, textIn } from '#libs/read-side/read-models/personal-data.js';
import type { NamedOwnerEntity } from '../named-owners/named-owner.entity.js';
import type { UserEntity } from './user.entity.js';

/** A user as the organization sees it. */
export interface UserRecord {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** `named`: keys act in the user's name, who cannot sign in. */
  status: 'active' | 'invited' | 'named';
  /** End of the invite; null for who has come. */
  invite_expires_at: string | null;
  /** Null for who is `named`. */
  account_id: string | null;
  created_at: string;
}

/** The columns that a record is made of; `is_named` is set for an owner without an account. */
export type ListedUserRow = Pick<
  UserEntity,
  'id' | 'subject' | 'sealed_user' | 'role' | 'has_password' | 'is_linked' | 'invite_expires_at' | 'created_at'
> & { is_named?: boolean };

/** An owner without an account in the columns of users. */
export const namedOwnerRow = ({ subject, sealed_user, role, created_at }: NamedOwnerEntity): ListedUserRow => ({
  ...{ id: subject, subject, sealed_user, role, created_at },
  ...{ has_password: false, is_linked: false, invite_expires_at: null, is_named: true },
});

/** @param opened what the seal of the row holds; null where its user was erased */
export const toUserRecord = (row: ListedUserRow, opened: Opened): UserRecord => {
  const hasCome = row.has_password || row.is_linked;
  return {
    id: textIn(opened, 'user_id'),
    email: textIn(opened, 'email'),
    name: textIn(opened, 'name'),
    role: row.role,
    status: row.is_named ? 'named' : hasCome ? 'active' : 'invited',
    invite_expires_at: hasCome ? null : row.invite_expires_at,
    account_id: row.is_named ? null : row.id,
    created_at: row.created_at,
  };
};
