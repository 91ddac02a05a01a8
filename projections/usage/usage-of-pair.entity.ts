import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Translations of one pair of languages on one UTC day. */
@Entity({ schema: 'read_model', name: 'usage_of_pair' })
export class UsageOfPairEntity {
  @PrimaryColumn('text')
  organization_id: string;

  /** UTC day as `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  day: string;

  @PrimaryColumn('text')
  source_language: string;

  @PrimaryColumn('text')
  target_language: string;

  /** Translations that were asked for; a batch is one, and so is each target of a document. */
  @Column('bigint')
  requests: number;

  @Column('bigint')
  characters: number;
}
