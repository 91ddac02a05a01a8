import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PageCountSource } from '#libs/domain/document/document.events.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** An uploaded document; its translations are rows of `document_translation`. A deleted one has no row. */
@Entity({ schema: 'read_model', name: 'document' })
export class DocumentEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  /** Subject whose key sealed the name. */
  @Column('text')
  subject: string;

  /** Sealed `{ filename }`. */
  @Column('text')
  sealed_name: string;

  /** Name of the format in `libs/documents/formats`. */
  @Column('text')
  format: string;

  @Column('text')
  media_type: string;

  @Column('bigint')
  size_bytes: number;

  @Column('text')
  sha256: string;

  @Column('integer')
  page_count: number;

  /** Null in documents of before it was recorded. */
  @Column('text', { nullable: true })
  page_count_source: PageCountSource | null;

  @Column('boolean')
  is_counted: boolean;

  @Column('integer')
  word_count: number;

  @Column('bigint')
  character_count: number;

  @Column('integer')
  segment_count: number;

  @Column('text')
  source_language: string;

  @Column('text')
  blob_id: string;

  @Column('boolean')
  has_webhook: boolean;

  @Column(rfc3339())
  created_at: string;

  @Column('text')
  status: 'active' | 'expired';

  /**
   * Expiry of the translation that ended last; null while none has. The document expires with the translation that
   * expires last, which is another only when the time to live was shortened in between: so this column finds
   * candidates, and the translations decide.
   */
  @Column(rfc3339({ nullable: true }))
  expires_at: string | null;
}
