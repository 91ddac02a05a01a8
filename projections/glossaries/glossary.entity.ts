import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** A glossary in its newest version, without its entries. A deleted one has no row. */
@Entity({ schema: 'read_model', name: 'glossary' })
export class GlossaryEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  name: string;

  @Column('text')
  source_language: string;

  @Column('text')
  target_language: string;

  /** Domain as `NN name` of EuroVoc; null when the glossary is bound to none. */
  @Column('text', { nullable: true })
  domain: string | null;

  @Column('integer')
  version: number;

  @Column('integer')
  entry_count: number;

  /** Id of the blob of its entries; null in rows that an older release wrote. */
  @Column('text', { nullable: true })
  blob_id: string | null;

  @Column(rfc3339())
  created_at: string;

  @Column(rfc3339())
  updated_at: string;
}
