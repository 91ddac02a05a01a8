import { projection } from '#libs/read-side/projection/projection.port.js';
import type { DocumentEntity } from './document.entity.js';

type DocumentsEventType =
  | 'DocumentUploaded'
  | 'DocumentCounted'
  | 'DocumentTranslationRequested'
  | 'DocumentTranslationCompleted'
  | 'DocumentTranslationFailed'
  | 'DocumentExpired'
  | 'DocumentDeleted';

export const documents = projection<DocumentEntity, DocumentsEventType>({
  name: 'documents',
  version: 1,
  table: 'read_model.document',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    DocumentUploaded: (rows, { data, metadata }) =>
      rows.insert({
        id: data.documentId,
        organization_id: data.organizationId,
        subject: metadata.subject,
        sealed_name: data.sealedName,
        format: data.format,
        media_type: data.mediaType,
        size_bytes: data.sizeBytes,
        sha256: data.sha256,
        page_count: data.pageCount,
        page_count_source: data.pageCountSource ?? null,
        is_counted: data.counted ?? true,
        word_count: data.wordCount,
        character_count: data.characterCount,
        segment_count: data.segmentCount,
        source_language: data.sourceLanguage,
        blob_id: data.blobId,
        has_webhook: data.webhookRef !== null,
        created_at: data.uploadedAt,
        status: 'active',
        expires_at: null,
      }),
    DocumentCounted: (rows, { data }) =>
      rows.update(
        { id: data.documentId },
        {
          page_count: data.pageCount,
          page_count_source: data.pageCountSource,
          is_counted: true,
          word_count: data.wordCount,
          character_count: data.characterCount,
          segment_count: data.segmentCount,
        },
      ),
    DocumentTranslationRequested: (rows, { data }) =>
      data.pageCount === undefined
        ? undefined
        : rows.update({ id: data.documentId }, { page_count: data.pageCount, page_count_source: 'layout' }),
    DocumentTranslationCompleted: (rows, { data }) =>
      rows.update({ id: data.documentId }, { expires_at: data.expiresAt }),
    DocumentTranslationFailed: (rows, { data }) => rows.update({ id: data.documentId }, { expires_at: data.expiresAt }),
    DocumentExpired: (rows, { data }) => rows.update({ id: data.documentId }, { status: 'expired' }),
    DocumentDeleted: (rows, { data }) => rows.delete({ id: data.documentId }),
  },
});
