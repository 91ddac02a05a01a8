import type { PageCountSource } from '#libs/domain/document/document.events.js';
import { expiryUnderHolds } from '../holds/expiry-under-holds.js';

export type DocumentState = 'pending' | 'processing' | 'completed' | 'failed' | 'expired';

/** A document with one of its translations, as `documents.queries.ts` reads them. */
export interface DocumentRow {
  id: string;
  organization_id: string;
  subject: string;
  sealed_name: string;
  format: string;
  media_type: string;
  source_language: string;
  blob_id: string;
  page_count: number;
  page_count_source: PageCountSource | null;
  is_counted: boolean;
  word_count: number;
  character_count: number;
  created_at: string;
  status: 'active' | 'expired';
  /** The last expiry of any of its translations; null while none has ended. */
  last_expiry: string | null;
  /** Whether a legal hold is on the document. */
  is_held: boolean;
  /** Time at which the last of the holds on it that were lifted was; null where there is none. */
  last_lifted_at: string | null;
  translation_id: string | null;
  translation_status: 'processing' | 'completed' | 'failed' | null;
  target_language: string | null;
  segments_done: number | null;
  segments_total: number | null;
  estimated_completion: string | null;
  completed_at: string | null;
  failure_code: string | null;
  failure_message: string | null;
  model: string | null;
  translated_blob_id: string | null;
  translated_size_bytes: number | null;
}

/** A document as its organization sees it, with the places of its files. */
export interface DocumentView {
  id: string;
  organization_id: string;
  filename: string;
  status: DocumentState;
  source_language: string;
  /** Null, like all fields of the translation, when the document has none (to the requested language). */
  target_language: string | null;
  page_count: number;
  /** Null where it was not recorded. */
  page_count_source: PageCountSource | null;
  /** Whether its words are counted already. */
  is_counted: boolean;
  word_count: number;
  character_count: number;
  /** Progress in whole percent; 100 exactly when the translation is completed. */
  progress: number;
  created_at: string;
  estimated_completion: string | null;
  completed_at: string | null;
  expires_at: string | null;
  error: { code: string; message: string } | null;
  translation_id: string | null;
  format: string;
  media_type: string;
  source_blob_id: string;
  model: string | null;
  /** The translated file. */
  file: { blob_id: string; size_bytes: number } | null;
}

const stateOf = ({ status, translation_status }: DocumentRow): DocumentState =>
  status === 'expired' ? 'expired' : (translation_status ?? 'pending');

const progressOf = ({ translation_status, segments_done, segments_total }: DocumentRow): number => {
  if (translation_status === 'completed') return 100;
  const done = segments_total ? (segments_done ?? 0) / segments_total : 0;
  return Math.min(99, Math.floor(done * 100));
};

export const toDocumentView = (row: DocumentRow, filename: string): DocumentView => ({
  id: row.id,
  organization_id: row.organization_id,
  filename,
  status: stateOf(row),
  source_language: row.source_language,
  target_language: row.target_language,
  page_count: row.page_count,
  page_count_source: row.page_count_source,
  is_counted: row.is_counted,
  word_count: row.word_count,
  character_count: row.character_count,
  progress: progressOf(row),
  created_at: row.created_at,
  estimated_completion: row.estimated_completion,
  completed_at: row.completed_at,
  expires_at: expiryUnderHolds(row),
  error: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
  translation_id: row.translation_id,
  format: row.format,
  media_type: row.media_type,
  source_blob_id: row.blob_id,
  model: row.model,
  file:
    row.translated_blob_id === null
      ? null
      : { blob_id: row.translated_blob_id, size_bytes: row.translated_size_bytes ?? 0 },
});
