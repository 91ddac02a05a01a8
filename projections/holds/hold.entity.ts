import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** A legal hold, lifted ones too. Of resource, subject and period one is set. */
@Entity({ schema: 'read_model', name: 'hold' })
export class HoldEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text', { nullable: true })
  resource: string | null;

  @Column('text', { nullable: true })
  resource_id: string | null;

  @Column('text', { nullable: true })
  subject_type: 'user' | 'ip_address' | null;

  /** Reference of the data subject that is held. */
  @Column('text', { nullable: true })
  subject: string | null;

  /** `{ id }`, sealed for that subject. */
  @Column('text', { nullable: true })
  sealed_subject: string | null;

  /** The period as it was given. */
  @Column('text', { nullable: true })
  period_start: string | null;

  @Column('text', { nullable: true })
  period_end: string | null;

  /** Its first moment. */
  @Column(rfc3339({ nullable: true }))
  created_from: string | null;

  /** The first moment behind it. */
  @Column(rfc3339({ nullable: true }))
  created_until: string | null;

  @Column('text')
  reason: string;

  /** Reference of the subject that placed the hold, and `{ user_id }`, sealed for it. */
  @Column('text')
  placer: string;

  @Column('text')
  sealed_placer: string;

  /** Time at which the hold was placed. */
  @Column(rfc3339())
  created_at: string;

  @Column(rfc3339({ nullable: true }))
  lifted_at: string | null;
}
