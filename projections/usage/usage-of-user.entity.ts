import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Usage in the name of one user on one UTC day. */
@Entity({ schema: 'read_model', name: 'usage_of_user' })
export class UsageOfUserEntity {
  @PrimaryColumn('text')
  organization_id: string;

  /** UTC day as `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day: string;

  /** Subject reference of the user, which says nothing of who it is. */
  @PrimaryColumn('text')
  subject: string;

  @Column('bigint')
  requests: number;

  @Column('bigint')
  characters: number;
}
