import { downloadUrlOf } from '#libs/documents/stored-files/download-url.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import type { DocumentDto } from './document.dto.js';

export type DocumentState = Omit<DocumentDto, 'target_language'> & { target_language: string | null };

const assertTranslated: (view: DocumentView) => asserts view is DocumentView & { target_language: string } = (view) => {
  if (view.target_language !== null) return;
  throw new Rejection('not_found', { message: 'The document has no translation to this language.' });
};

/** @throws Rejection `not_found` for a document without a translation (to the language that was asked for) */
export const toDocumentDto = (view: DocumentView, publicUrl: string): DocumentDto => {
  assertTranslated(view);
  return { ...toDocumentState(view, publicUrl), target_language: view.target_language };
};

/** Includes only the fields that have a meaning in the document's state; its target is null while there is none. */
export const toDocumentState = (view: DocumentView, publicUrl: string): DocumentState => {
  const { id, filename, format, status, source_language, target_language, page_count, word_count } = view;
  const base = {
    ...{ id, filename, format, status, source_language, target_language, page_count },
    ...(view.page_count_source === null ? {} : { page_count_source: view.page_count_source }),
    ...{ word_count, counted: view.is_counted, progress: view.progress, created_at: view.created_at },
  };
  if (status === 'completed' && target_language !== null) {
    return {
      ...base,
      ...(view.completed_at === null ? {} : { completed_at: view.completed_at }),
      download_url: downloadUrlOf(publicUrl, id, target_language),
      expires_at: view.expires_at,
    };
  }
  if (status === 'failed') return { ...base, ...(view.error === null ? {} : { error: view.error }) };
  if (status === 'expired') return { ...base, ...(view.expires_at === null ? {} : { expires_at: view.expires_at }) };
  return {
    ...base,
    ...(view.estimated_completion === null ? {} : { estimated_completion: view.estimated_completion }),
  };
};
