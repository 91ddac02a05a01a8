import { describe, expect, it } from 'vitest';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { rejectionOf } from '#test/fakes/rejected.js';

const access = accessOfKey();

describe('the query of a document', () => {
  it('the query returns once the read models have passed earlier writes', async () => {
    const waitedFor: string[][] = [];
    const found = await foundDocuments(documentViewOf(), waitedFor).handle(access, documentId);
    expect(found).toMatchObject({ id: documentId, status: 'processing' });
    expect(waitedFor).toEqual([['documents', 'document-status', 'holds']]);
  });

  it('a completed document has a download address', async () => {
    const completed = documentViewOf({ status: 'completed', completed_at: '2026-11-21T08:01:00.000Z' });
    expect(await foundDocuments(completed).handle(access, documentId)).toMatchObject({
      download_url: `https://api.example.com/v1/documents/${documentId}/download?target=es`,
    });
  });

  it('a document of another organization is not found', async () => {
    const foreign = accessOfKey({ organizationId: 'org_2' });
    const rejection = await rejectionOf(() => foundDocuments(documentViewOf()).handle(foreign, documentId));
    expect(rejection.code).toBe('document_not_found');
  });

  it('a language that the document has no translation to is refused', async () => {
    const found = foundDocuments(documentViewOf({ target_language: null }));
    expect((await rejectionOf(() => found.handle(access, documentId, 'fr'))).code).toBe('not_found');
  });
});

describe('the list of documents', () => {
  it('the list has the documents of the organization, once the read models have passed earlier writes', async () => {
    const waitedFor: string[][] = [];
    const found = foundDocuments(documentViewOf(), waitedFor);
    const page = { limit: 10, offset: 0 };
    const { documents, pagination } = await found.list(access, {}, page);
    expect(documents).toMatchObject([{ id: documentId, filename: 'letter.txt', status: 'processing' }]);
    expect(pagination).toMatchObject({ total: 1, limit: 10 });
    expect(waitedFor).toEqual([['documents', 'document-status', 'holds']]);
    expect((await found.list(accessOfKey({ organizationId: 'org_2' }), {}, page)).documents).toEqual([]);
  });
});
