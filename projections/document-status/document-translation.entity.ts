import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** One translation of a document. The row goes when the document is deleted. */
@Entity({ schema: 'read_model', name: 'document_translation' })
export class DocumentTranslationEntity {
  @PrimaryColumn('text')
  document_id: string;

  @PrimaryColumn('text')
  translation_id: string;

  @Column('text')
  organization_id: string;

  /** Revision at which the translation was requested; it orders the translations of a document. */
  @Column('integer')
  sequence: number;

  @Column('text')
  source_language: string;

  @Column('text')
  target_language: string;

  @Column('text')
  status: 'processing' | 'completed' | 'failed';

  @Column('integer')
  segments_done: number;

  /** Number of segments; 0 until the first progress. */
  @Column('integer')
  segments_total: number;

  @Column(rfc3339())
  requested_at: string;

  @Column(rfc3339())
  estimated_completion: string;

  @Column(rfc3339({ nullable: true }))
  completed_at: string | null;

  @Column(rfc3339({ nullable: true }))
  expires_at: string | null;

  @Column('text', { nullable: true })
  failure_code: string | null;

  @Column('text', { nullable: true })
  failure_message: string | null;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('text', { nullable: true })
  blob_id: string | null;

  @Column('bigint', { nullable: true })
  size_bytes: number | null;

  @Column('text', { nullable: true })
  sha256: string | null;
}
