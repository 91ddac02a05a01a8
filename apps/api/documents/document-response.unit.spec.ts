import { describe, expect, it } from 'vitest';
import type { DocumentState, DocumentView } from '#projections/documents/document-view.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { toDocumentDto } from './document-response.js';

const at = (hour: number): string => `2026-11-21T0${hour}:00:00.000Z`;

/** A view with every field filled, so that a response that shows too much is noticed. */
const viewIn = (status: DocumentState, changes: Partial<DocumentView> = {}): DocumentView => ({
  id: 'doc_1',
  organization_id: 'org_1',
  filename: 'report.docx',
  status,
  source_language: 'en',
  target_language: 'es',
  page_count: 3,
  page_count_source: 'layout',
  is_counted: true,
  word_count: 900,
  character_count: 5_400,
  progress: 40,
  created_at: at(1),
  estimated_completion: at(2),
  completed_at: at(3),
  expires_at: at(4),
  error: { code: 'processing_failed', message: 'It failed.' },
  translation_id: 'trn_1',
  format: 'docx',
  media_type: 'application/octet-stream',
  source_blob_id: 'blob_1',
  model: 'a-model',
  file: { blob_id: 'blob_2', size_bytes: 10 },
  ...changes,
});

const always = {
  id: 'doc_1',
  filename: 'report.docx',
  format: 'docx',
  source_language: 'en',
  target_language: 'es',
  page_count: 3,
  page_count_source: 'layout',
  counted: true,
  word_count: 900,
  progress: 40,
  created_at: at(1),
};

describe('the response for a document', () => {
  it.each([
    ['pending', { estimated_completion: at(2) }],
    ['processing', { estimated_completion: at(2) }],
    [
      'completed',
      {
        completed_at: at(3),
        download_url: 'https://api.example.com/v1/documents/doc_1/download?target=es',
        expires_at: at(4),
      },
    ],
    ['failed', { error: { code: 'processing_failed', message: 'It failed.' } }],
    ['expired', { expires_at: at(4) }],
  ] as const)('a document that is %s has exactly the fields that have a meaning in its state', (status, more) =>
    expect(toDocumentDto(viewIn(status), 'https://api.example.com')).toEqual({ ...always, status, ...more }),
  );

  it.each(['pending', 'processing', 'completed', 'failed', 'expired'] as const)(
    'unknown fields of a document that is %s are left out, never null',
    (status) => {
      const unknown = { estimated_completion: null, completed_at: null, expires_at: null, error: null };
      const { expires_at: _, ...shown } = toDocumentDto(viewIn(status, unknown), 'https://api.example.com');
      expect(Object.values(shown)).not.toContain(null);
    },
  );

  it('a completed document that a legal hold keeps has null for its expiry', () =>
    expect(toDocumentDto(viewIn('completed', { expires_at: null }), 'https://api.example.com').expires_at).toBeNull());
});

it('a document without a translation to the requested language is not found', async () =>
  expect(
    (await rejectionOf(() => toDocumentDto(viewIn('pending', { target_language: null }), 'https://api.example.com')))
      .code,
  ).toBe('not_found'));
