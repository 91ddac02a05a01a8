import { projection } from '#libs/read-side/projection/projection.port.js';
import type { DocumentTranslationEntity } from './document-translation.entity.js';

type DocumentStatusEventType =
  | 'DocumentTranslationRequested'
  | 'DocumentTranslationProgressed'
  | 'DocumentTranslationCompleted'
  | 'DocumentTranslationFailed'
  | 'DocumentDeleted';

const keyOf = (data: { documentId: string; translationId: string }) => ({
  document_id: data.documentId,
  translation_id: data.translationId,
});

export const documentStatus = projection<DocumentTranslationEntity, DocumentStatusEventType>({
  name: 'document-status',
  version: 1,
  table: 'read_model.document_translation',
  primaryKey: ['document_id', 'translation_id'],
  onFailure: 'park',
  handlers: {
    DocumentTranslationRequested: (rows, { data, revision }) =>
      rows.insert({
        ...keyOf(data),
        organization_id: data.organizationId,
        sequence: revision,
        source_language: data.sourceLanguage,
        target_language: data.targetLanguage,
        status: 'processing',
        segments_done: 0,
        segments_total: 0,
        requested_at: data.requestedAt,
        estimated_completion: data.estimatedCompletion,
        completed_at: null,
        expires_at: null,
        failure_code: null,
        failure_message: null,
        model: null,
        blob_id: null,
        size_bytes: null,
        sha256: null,
      }),
    DocumentTranslationProgressed: (rows, { data }) =>
      rows.update(keyOf(data), {
        segments_done: data.segmentsDone,
        segments_total: data.segmentsTotal,
        ...(data.estimatedCompletion === undefined ? {} : { estimated_completion: data.estimatedCompletion }),
      }),
    DocumentTranslationCompleted: (rows, { data }) =>
      rows.update(keyOf(data), {
        status: 'completed',
        completed_at: data.completedAt,
        expires_at: data.expiresAt,
        model: data.model,
        blob_id: data.blobId,
        size_bytes: data.sizeBytes,
        sha256: data.sha256,
      }),
    DocumentTranslationFailed: (rows, { data }) =>
      rows.update(keyOf(data), {
        status: 'failed',
        expires_at: data.expiresAt,
        failure_code: data.error.code,
        failure_message: data.error.message,
      }),
    DocumentDeleted: (rows, { data }) => rows.delete({ document_id: data.documentId }),
  },
});
