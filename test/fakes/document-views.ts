import { FindDocumentHandler } from '#apps/api/documents/find-document.handler.js';
import { readSettings } from '#libs/platform/config/settings.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { accessOfKey } from './api-caller.js';
import { documentId, translationId } from './document.fixture.js';
import { InMemoryBlobStore } from './in-memory-blob-store.js';

/** The view of a document that is being translated; `changes` replaces fields. */
export const documentViewOf = (changes: Partial<DocumentView> = {}): DocumentView => ({
  id: documentId,
  organization_id: accessOfKey().organizationId,
  filename: 'letter.txt',
  format: 'txt',
  media_type: 'text/plain',
  status: 'processing',
  source_language: 'en',
  target_language: 'es',
  page_count: 1,
  page_count_source: null,
  is_counted: true,
  word_count: 2,
  character_count: 10,
  progress: 40,
  created_at: '2026-11-21T08:00:00.000Z',
  estimated_completion: '2026-11-21T08:00:03.000Z',
  completed_at: null,
  expires_at: null,
  error: null,
  translation_id: translationId,
  source_blob_id: `${documentId}-source`,
  model: null,
  file: null,
  ...changes,
});

/** Finds this document of the key's organization, and no other; to who sees own ones alone it is that of the uploader. */
export const foundDocuments = (
  view: DocumentView,
  waitedFor: string[][] = [],
  asked: object[] = [],
  uploader?: string,
  blobs: Pick<BlobStore, 'read'> = new InMemoryBlobStore(),
): FindDocumentHandler =>
  new FindDocumentHandler(
    {
      find: async (organizationId, id, _target, wanted) =>
        organizationId === accessOfKey().organizationId && id === view.id && (wanted ?? uploader) === uploader
          ? view
          : undefined,
      list: async (organizationId, filter, { limit, offset }) => {
        asked.push(filter);
        const documents = organizationId === accessOfKey().organizationId ? [view] : [];
        const total = documents.length;
        return { documents, pagination: { total, limit, offset, has_more: false, next_cursor: null } };
      },
    },
    { visibleIn: async (...projections) => void waitedFor.push(projections) },
    blobs,
    readSettings({ TRANSLEDGER_PUBLIC_URL: 'https://api.example.com' }),
  );
