import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** A session of a signed-in user, those that have ended too. */
@Entity({ schema: 'read_model', name: 'user_session' })
export class SessionEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  account_id: string;

  @Column('text')
  token_hash: string;

  /** That of the account when the session began. */
  @Column('integer')
  generation: number;

  @Column(rfc3339())
  began_at: string;

  @Column(rfc3339())
  expires_at: string;

  @Column(rfc3339({ nullable: true }))
  ended_at: string | null;
}
