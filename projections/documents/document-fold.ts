import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { FoldedRows } from '#libs/read-side/projection/rows/folded-rows.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import type { DocumentTranslationEntity } from '../document-status/document-translation.entity.js';
import type { DocumentEntity } from './document.entity.js';
import type { DocumentRow } from './document-view.js';
import { documents } from './documents.projection.js';

/** A document with its newest translation, of what the events of its own stream say. */
export type FoldedDocument = Omit<DocumentRow, 'is_held' | 'last_lifted_at'> & Pick<DocumentEntity, 'subject'>;

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

const withTranslation = (
  document: DocumentEntity,
  newest: DocumentTranslationEntity | undefined,
  last_expiry: string | null,
): FoldedDocument => ({
  id: document.id,
  organization_id: document.organization_id,
  subject: document.subject,
  sealed_name: document.sealed_name,
  format: document.format,
  media_type: document.media_type,
  source_language: document.source_language,
  blob_id: document.blob_id,
  page_count: document.page_count,
  page_count_source: document.page_count_source,
  is_counted: document.is_counted,
  word_count: document.word_count,
  character_count: document.character_count,
  created_at: document.created_at,
  status: document.status,
  last_expiry,
  translation_id: newest?.translation_id ?? null,
  translation_status: newest?.status ?? null,
  target_language: newest?.target_language ?? null,
  segments_done: newest?.segments_done ?? null,
  segments_total: newest?.segments_total ?? null,
  estimated_completion: newest?.estimated_completion ?? null,
  completed_at: newest?.completed_at ?? null,
  failure_code: newest?.failure_code ?? null,
  failure_message: newest?.failure_message ?? null,
  model: newest?.model ?? null,
  translated_blob_id: newest?.blob_id ?? null,
  translated_size_bytes: newest?.size_bytes ?? null,
});

/**
 * Follows a document through its stream by the handlers of its projections. Of its translations it keeps the newest and
 * those that run: however many there were, it does not grow.
 */
export class DocumentFold {
  private readonly documents = new FoldedRows(documents);
  private readonly translations = new FoldedRows(documentStatus);
  private newest: DocumentTranslationEntity | undefined;
  private lastExpiry: string | null = null;

  apply(event: RecordedEvent): void {
    this.documents.apply(event);
    this.translations.apply(event);
    const rows = this.translations.rows;
    this.newest = rows.reduce<DocumentTranslationEntity | undefined>(
      (newest, row) => (newest === undefined || row.sequence > newest.sequence ? row : newest),
      undefined,
    );
    for (const { document_id, translation_id, status, expires_at } of rows) {
      this.lastExpiry = later(this.lastExpiry, expires_at);
      if (status !== 'processing' && translation_id !== this.newest?.translation_id)
        this.translations.forget({ document_id, translation_id });
    }
  }

  /** Number of translations in memory. */
  get size(): number {
    return this.translations.rows.length;
  }

  /** The document as it is now; undefined before its upload and after its deletion. */
  get document(): FoldedDocument | undefined {
    const [document] = this.documents.rows;
    return document && withTranslation(document, this.newest, this.lastExpiry);
  }
}
