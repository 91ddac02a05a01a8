import type { Role } from '#libs/domain/user/user.events.js';
import { type Opened, textIn } from '#libs/read-side/read-models/personal-data.js';
import type { UserEntity } from './user.entity.js';

/** A user as the organization sees it. */
export interface UserRecord {
  id: string;
  email: string;
  name: string;
  role: Role;
  status: 'active' | 'invited';
  /** End of the invite; null for who has come. */
  invite_expires_at: string | null;
  account_id: string;
  created_at: string;
}

/** @param opened what the seal of the row holds; null where its user was erased */
export const toUserRecord = (row: UserEntity, opened: Opened): UserRecord => ({
  id: textIn(opened, 'user_id'),
  email: textIn(opened, 'email'),
  name: textIn(opened, 'name'),
  role: row.role,
  status: row.has_password || row.is_linked ? 'active' : 'invited',
  invite_expires_at: row.invite_expires_at,
  account_id: row.id,
  created_at: row.created_at,
});
