import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/domain/user/user.events.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** An account by which a user signs in, deleted ones too. */
@Entity({ schema: 'read_model', name: 'user_account' })
export class UserEntity {
  /** Id of the account. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  subject: string;

  /** `{ user_id, email, name }`, sealed for the subject. */
  @Column('text')
  sealed_user: string;

  @Column('text')
  role: Role;

  @Column('integer')
  generation: number;

  @Column('boolean')
  has_password: boolean;

  /** Whether the user signs in by a provider of identities. */
  @Column('boolean')
  is_linked: boolean;

  @Column(rfc3339({ nullable: true }))
  invite_expires_at: string | null;

  /** Reference of who made the last invite; null where that is not known. */
  @Column('text', { nullable: true })
  inviter_subject: string | null;

  @Column(rfc3339())
  created_at: string;

  @Column(rfc3339({ nullable: true }))
  deleted_at: string | null;
}
