import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/domain/user/user.events.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** An owner in whose name the first key of an organization was made: a user who began without an account. */
@Entity({ schema: 'read_model', name: 'named_owner' })
export class NamedOwnerEntity {
  @PrimaryColumn('text')
  subject: string;

  @Column('text')
  organization_id: string;

  /** `{ user_id, name? }`, sealed for the subject. */
  @Column('text')
  sealed_user: string;

  @Column('text')
  role: Role;

  @Column(rfc3339())
  created_at: string;
}
