import type { DataSource } from 'typeorm';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import { type DocumentRow, type DocumentView, toDocumentView } from './document-view.js';

/** A document whose files have expired. */
export interface DueDocument {
  id: string;
  organization_id: string;
}

/** A translation that was requested and has not ended. */
export interface UnfinishedTranslation {
  document_id: string;
  translation_id: string;
  organization_id: string;
  requested_at: string;
}

const documentWithTranslation = `
  select d.id, d.organization_id, d.subject, d.sealed_name, d.format, d.media_type, d.source_language, d.blob_id,
         d.page_count, d.word_count, d.character_count, d.created_at, d.status,
         (select max(every.expires_at) from read_model.document_translation every
           where every.document_id = d.id) as expires_at,
         t.translation_id, t.status as translation_status, t.target_language, t.segments_done, t.segments_total,
         t.estimated_completion, t.completed_at, t.failure_code, t.failure_message, t.model,
         t.blob_id as translated_blob_id, t.size_bytes as translated_size_bytes
    from read_model.document d
    left join lateral (
      select * from read_model.document_translation of_document
       where of_document.document_id = d.id and ($3::text is null or of_document.target_language = $3)
       order by of_document.sequence desc limit 1) t on true
   where d.organization_id = $1 and d.id = $2`;

const dueDocuments = `
  select d.id, d.organization_id
    from read_model.document d
   where d.status = 'active' and d.expires_at <= $1
     and not exists (
       select from read_model.document_translation t
        where t.document_id = d.id and (t.status = 'processing' or t.expires_at > $1))
   order by d.expires_at
   limit $2`;

const unfinishedTranslations = `
  select document_id, translation_id, organization_id, requested_at
    from read_model.document_translation
   where status = 'processing' and requested_at <= $1
   order by requested_at
   limit $2`;

/** Reads `document` and `document_translation`: a reader of its own write has to wait for both projections. */
export class DocumentQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly subjectKeys: Pick<SubjectKeys, 'open'>,
  ) {}

  /**
   * Finds the document with its newest translation, or its newest to `targetLanguage` (`translation_id` is then
   * null when there is none). Undefined for an id that the organization does not have.
   */
  async find(organizationId: string, documentId: string, targetLanguage?: string): Promise<DocumentView | undefined> {
    const [row] = await this.dataSource.query<DocumentRow[]>(documentWithTranslation, [
      organizationId,
      documentId,
      targetLanguage ?? null,
    ]);
    if (row === undefined) return undefined;
    return toDocumentView(row, textIn(await this.subjectKeys.open(row.subject, row.sealed_name), 'filename'));
  }

  /** Active documents of which every translation has ended and expired by `now`, the longest due first. */
  due(now: string, limit: number): Promise<DueDocument[]> {
    return this.dataSource.query<DueDocument[]>(dueDocuments, [now, limit]);
  }

  /** Unfinished translations, oldest first, which a sweep gives back to the workers. */
  unfinished(requestedBefore: string, limit: number): Promise<UnfinishedTranslation[]> {
    return this.dataSource.query<UnfinishedTranslation[]>(unfinishedTranslations, [requestedBefore, limit]);
  }
}
