import { Rejection } from '#libs/domain/errors/rejection.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import type { DocumentDto } from './document.dto.js';

/** Includes only the fields that have a meaning in the document's state. */
export const toDocumentDto = (view: DocumentView, publicUrl: string): DocumentDto => {
  if (view.target_language === null) {
    throw new Rejection('not_found', { message: 'The document has no translation to this language.' });
  }
  const { id, filename, status, source_language, target_language, page_count, word_count, progress, created_at } = view;
  const base = { id, filename, status, source_language, target_language, page_count, word_count, progress, created_at };
  if (status === 'completed') {
    return {
      ...base,
      ...(view.completed_at === null ? {} : { completed_at: view.completed_at }),
      download_url: `${publicUrl}/v1/documents/${id}/download`,
      ...(view.expires_at === null ? {} : { expires_at: view.expires_at }),
    };
  }
  if (status === 'failed') return { ...base, ...(view.error === null ? {} : { error: view.error }) };
  if (status === 'expired') return { ...base, ...(view.expires_at === null ? {} : { expires_at: view.expires_at }) };
  return {
    ...base,
    ...(view.estimated_completion === null ? {} : { estimated_completion: view.estimated_completion }),
  };
};
