import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** The erasure of a data subject, of which nothing but its reference is known. */
@Entity({ schema: 'read_model', name: 'erasure' })
export class ErasureEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  subject_type: 'user' | 'ip_address';

  @Column('text')
  subject: string;

  @Column('text')
  status: 'pending' | 'completed' | 'failed';

  @Column('bigint', { nullable: true })
  entries_affected: number | null;

  @Column(rfc3339())
  created_at: string;

  @Column(rfc3339({ nullable: true }))
  completed_at: string | null;
}
