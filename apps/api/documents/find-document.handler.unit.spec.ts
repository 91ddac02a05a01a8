import { beforeAll, describe, expect, it } from 'vitest';
import { keepReport } from '#libs/documents/fidelity/fidelity-report.js';
import { FidelityTally } from '#libs/documents/fidelity/fidelity-tally.js';
import { reportBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { DocumentView } from '#projections/documents/document-view.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId, translationId } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
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

  describe('of a completed PDF', () => {
    const completed = { status: 'completed', format: 'pdf', translation_id: translationId } as const;
    const format_details = { conformance: [{ standard: 'PDF/A-2a', kept: false, becomes: 'PDF/A-2b' }] };
    const blobs = new InMemoryBlobStore();

    beforeAll(async () => {
      const report = { ...new FidelityTally().report({}, {}), format_details };
      await keepReport(blobs, reportBlobOf(documentId, translationId), report, { organizationId: 'org_1' });
    });

    const found = (view: Partial<DocumentView>, store: Pick<BlobStore, 'read'> = blobs) =>
      foundDocuments(documentViewOf({ ...completed, ...view }), [], [], undefined, store).handle(access, documentId);

    it('tells which standards the file claims', async () => {
      expect(await found({})).toMatchObject({ format_details });
    });

    it.each<[string, Partial<DocumentView>]>([
      ['while it is translated', { status: 'processing' }],
      ['of another format', { format: 'docx' }],
      ['without a report', { translation_id: 'doc_of_another' }],
    ])('tells nothing of them %s', async (_, view) => {
      expect(await found(view)).not.toHaveProperty('format_details');
    });

    it('reads the report once, however often the status is asked for', async () => {
      const reads: string[] = [];
      const read = (id: string) => {
        reads.push(id);
        return blobs.read(id);
      };
      const handler = foundDocuments(documentViewOf(completed), [], [], undefined, { read });
      await handler.handle(access, documentId);
      expect(await handler.handle(access, documentId)).toMatchObject({ format_details });
      expect(reads).toHaveLength(1);
    });

    it('reads the report again after the store was away', async () => {
      let isAway = true;
      const read = (id: string) => (isAway ? Promise.reject(new Error('The store is away.')) : blobs.read(id));
      const handler = foundDocuments(documentViewOf(completed), [], [], undefined, { read });
      await handler.handle(access, documentId);
      isAway = false;
      expect(await handler.handle(access, documentId)).toMatchObject({ format_details });
    });

    it('is answered where reports are not to be had', async () => {
      const read = () => Promise.reject(new Error('The store is away.'));
      expect(await found({}, { read })).toMatchObject({ status: 'completed' });
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
