import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { DocumentFold } from './document-fold.js';
import { toDocumentView } from './document-view.js';
import { DocumentsFixture, later, organizationId, soon } from './documents.fixture.js';
import { documents } from './documents.projection.js';

describe('documents', () => {
  let fixture: DocumentsFixture;

  beforeAll(async () => {
    fixture = await DocumentsFixture.open();
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty());

  it('an upload is shown with its translation under way', async () => {
    await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1));
    expect(await fixture.view()).toEqual({
      id: 'doc_1',
      organization_id: organizationId,
      filename: 'report.docx',
      status: 'processing',
      source_language: 'fi',
      target_language: 'en',
      page_count: 3,
      page_count_source: null,
      is_counted: true,
      word_count: 900,
      character_count: 5_400,
      progress: 0,
      created_at: '2026-11-21T10:00:00.000Z',
      estimated_completion: '2026-11-21T10:30:00.000Z',
      completed_at: null,
      expires_at: null,
      error: null,
      translation_id: 'tr_1',
      format: 'docx',
      media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      source_blob_id: 'blob_source',
      model: null,
      file: null,
    });
  });

  it('a document has the pages that it was laid out in for a later translation', async () => {
    const later = fixture.requested('tr_2', 2, 'sv');
    await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1), {
      ...later,
      data: { ...later.data, pageCount: 7 },
    });
    expect(await fixture.view('en')).toMatchObject({ page_count: 7, page_count_source: 'layout' });
  });

  it('a document that is counted after its upload is shown with its size', async () => {
    const size = { pageCount: 4, wordCount: 900, characterCount: 5_400, segmentCount: 200 };
    const none = { pageCount: 1, wordCount: 0, characterCount: 0, segmentCount: 0 };
    await fixture.given(fixture.uploaded('doc_1', { ...none, counted: false }), fixture.requested('tr_1', 1));
    expect(await fixture.view()).toMatchObject({ page_count: 1, word_count: 0, is_counted: false });
    await fixture.given(fixture.counted(size));
    expect(await fixture.view()).toMatchObject({
      ...{ page_count: 4, page_count_source: 'file', is_counted: true },
      ...{ word_count: 900, character_count: 5_400 },
    });
  });

  it('a document is pending while no translation has been asked for', async () => {
    await fixture.given(fixture.uploaded());
    expect(await fixture.view()).toMatchObject({
      status: 'pending',
      progress: 0,
      target_language: null,
      translation_id: null,
    });
  });

  it.each([
    [1, 3, 33],
    [199, 200, 99],
    [200, 200, 99],
    [1, 1_000, 0],
  ])(
    'a translation with %i of %i segments done is at %i percent, and at 100 only when completed',
    async (done, total, progress) => {
      await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1), fixture.progressed('tr_1', done, total));
      expect(await fixture.view()).toMatchObject({ status: 'processing', progress });
    },
  );

  it('a completed translation is shown with its file', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.progressed('tr_1', 10, 200),
      fixture.completed('tr_1', soon),
    );
    expect(await fixture.view()).toMatchObject({
      status: 'completed',
      progress: 100,
      completed_at: '2026-11-21T10:20:00.000Z',
      expires_at: soon,
      model: 'echo',
      file: { blob_id: 'blob_tr_1', size_bytes: 77 },
    });
  });

  it('a running translation is expected when its progress says', async () => {
    const expected = '2026-11-21T10:02:00.000Z';
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.progressed('tr_1', 20, 200, expected),
    );
    expect(await fixture.view()).toMatchObject({ estimated_completion: expected });
    await fixture.given(fixture.progressed('tr_1', 40, 200));
    expect(await fixture.view()).toMatchObject({ estimated_completion: expected });
  });

  it('a failed translation is shown with its reason and the progress that it had made', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.progressed('tr_1', 100, 200),
      fixture.failed('tr_1', soon),
    );
    expect(await fixture.view()).toMatchObject({
      status: 'failed',
      progress: 50,
      error: { code: 'processing_failed', message: 'The engine gave up.' },
      completed_at: null,
      file: null,
    });
  });

  it('a document is shown with its newest translation, or its newest to the language asked for', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_9', 1),
      fixture.completed('tr_9', soon),
      fixture.requested('tr_1', 5, 'sv'),
      fixture.requested('tr_2', 6, 'en'),
      fixture.requested('tr_0', 7, 'de'),
    );
    expect(await fixture.view()).toMatchObject({ translation_id: 'tr_0', target_language: 'de', status: 'processing' });
    expect(await fixture.view('sv')).toMatchObject({ translation_id: 'tr_1' });
    expect(await fixture.view('en')).toMatchObject({ translation_id: 'tr_2', status: 'processing' });
    expect(await fixture.view('fr')).toMatchObject({ translation_id: null, target_language: null });
  });

  it('a document stays until its last translation expires', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.requested('tr_2', 2, 'sv'),
      fixture.completed('tr_2', later),
      fixture.failed('tr_1', soon),
    );
    expect(await fixture.view()).toMatchObject({ expires_at: later });
  });

  it('an expired document is shown as expired, whatever became of its translations', async () => {
    await fixture.given(
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.completed('tr_1', soon),
      fixture.expired(),
    );
    expect(await fixture.view()).toMatchObject({ status: 'expired', progress: 100, expires_at: soon });
  });

  it('a deleted document leaves no row, and all rows of the others stay', async () => {
    await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1), fixture.requested('tr_2', 2, 'sv'));
    await fixture.given(fixture.uploaded('doc_2'), fixture.requested('tr_3', 1, 'en', 'doc_2'), fixture.deleted());
    expect(await fixture.view()).toBeUndefined();
    const { rows } = await fixture.readModels.pool.query(
      'select document_id, translation_id from read_model.document_translation',
    );
    expect(rows).toEqual([{ document_id: 'doc_2', translation_id: 'tr_3' }]);
    const documents = await fixture.readModels.pool.query('select id from read_model.document order by id');
    expect(documents.rows).toEqual([{ id: 'doc_2' }]);
  });

  it('a document is not found for another organization', async () => {
    await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1));
    expect(await fixture.queries.find('org_b', 'doc_1')).toBeUndefined();
  });

  it('a document of an erased subject shows everything but the name', async () => {
    await fixture.given(fixture.uploaded(), fixture.requested('tr_1', 1));
    await eraseSubject(fixture.subjectKeys, organizationId, 'ada');
    expect(await fixture.view()).toMatchObject({ filename: 'document.docx', status: 'processing' });
  });

  it('documents are the same when applied event by event as in one batch', async () => {
    const events = [
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.progressed('tr_1', 3, 200),
      fixture.failed('tr_1', soon),
      fixture.requested('tr_2', 4),
      fixture.progressed('tr_2', 150, 200),
      fixture.uploaded('doc_2'),
      fixture.requested('tr_3', 1, 'en', 'doc_2'),
      fixture.deleted('doc_2'),
    ];
    await fixture.given(...events);
    const inOneBatch = await fixture.view();
    await fixture.readModels.empty('document', 'document_translation');
    await fixture.readModels.given([documents, documentStatus], events, 1);
    expect(await fixture.view()).toEqual(inOneBatch);
    expect(inOneBatch).toMatchObject({ translation_id: 'tr_2', status: 'processing', progress: 75 });
  });

  it('what is folded from the stream of a document is what is read from the tables, after each event', async () => {
    const stream = [
      fixture.uploaded(),
      fixture.requested('tr_1', 1),
      fixture.progressed('tr_1', 50, 200),
      fixture.requested('tr_2', 2, 'es'),
      fixture.completed('tr_2', soon),
      fixture.completed('tr_1', later),
      fixture.requested('tr_3', 3, 'es'),
      fixture.failed('tr_3', soon),
      fixture.expired(),
      fixture.deleted(),
    ];
    const fold = new DocumentFold();
    for (const event of stream) {
      fold.apply(event);
      await fixture.given(event);
      const folded = fold.document && { ...fold.document, is_held: false, last_lifted_at: null };
      expect(folded && toDocumentView(folded, 'report.docx'), event.type).toEqual(
        await fixture.queries.find(organizationId, 'doc_1'),
      );
    }
  });
});
