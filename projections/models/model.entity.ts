import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** One installation of a model: one that was removed and installed again has two. It is of no organization. */
@Entity({ schema: 'read_model', name: 'model' })
export class ModelEntity {
  @PrimaryColumn('text')
  sha256: string;

  /** Revision of the event of its installation. */
  @PrimaryColumn('bigint')
  revision: number;

  @Column('text')
  model_id: string;

  @Column('text')
  name: string;

  @Column('text')
  engine: string;

  @Column('jsonb')
  source_languages: string[];

  @Column('jsonb')
  target_languages: string[];

  @Column('bigint')
  size_bytes: number;

  @Column('text', { nullable: true })
  licence: string | null;

  @Column('text', { nullable: true })
  licence_url: string | null;

  @Column('text')
  source: string;

  @Column(rfc3339())
  installed_at: string;

  /** Null while it is installed. */
  @Column(rfc3339({ nullable: true }))
  removed_at: string | null;
}
