import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { documents } from './documents.projection.js';
import { DocumentQueries } from './documents.queries.js';

const log = new EventLog();
const organizationId = 'org_a';
const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };

/** Subject of ada, whose key seals the name of the document: see `beforeEach`. */
let subject = '';
let sealedName = '';

const uploaded = (documentId = 'doc_1', changes: Partial<DocumentEventData<'DocumentUploaded'>> = {}) =>
  log.event(
    'DocumentUploaded',
    {
      documentId,
      organizationId,
      sealedName,
      format: 'docx',
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      sizeBytes: 5_000_000_000,
      sha256: 'ab'.repeat(32),
      pageCount: 3,
      wordCount: 900,
      characterCount: 5_400,
      segmentCount: 200,
      sourceLanguage: 'fi',
      detectedLanguage: 'fi',
      blobId: 'blob_source',
      webhookRef: 'ref_1',
      uploadedAt: '2026-11-21T10:00:00.000Z',
      ...changes,
    },
    { organizationId: changes.organizationId ?? organizationId, subject },
  );
const requested = (translationId: string, revision: number, targetLanguage = 'en', documentId = 'doc_1') =>
  log.event(
    'DocumentTranslationRequested',
    {
      documentId,
      organizationId,
      translationId,
      sourceLanguage: 'fi',
      targetLanguage,
      options,
      requestedAt: `2026-11-21T10:0${revision}:00.000Z`,
      estimatedCompletion: '2026-11-21T10:30:00.000Z',
    },
    { revision },
  );
const progressed = (translationId: string, segmentsDone: number, segmentsTotal: number) =>
  log.event('DocumentTranslationProgressed', {
    documentId: 'doc_1',
    organizationId,
    translationId,
    segmentsDone,
    segmentsTotal,
  });
const completed = (translationId: string, expiresAt: string, documentId = 'doc_1') =>
  log.event('DocumentTranslationCompleted', {
    documentId,
    organizationId,
    translationId,
    sourceLanguage: 'fi',
    targetLanguage: 'en',
    domain: 'general',
    blobId: `blob_${translationId}`,
    sizeBytes: 77,
    sha256: 'cd'.repeat(32),
    model: 'echo',
    confidence: 1,
    wordCount: 900,
    characterCount: 5_400,
    webhookRef: 'ref_1',
    completedAt: '2026-11-21T10:20:00.000Z',
    expiresAt,
  });
const failed = (translationId: string, expiresAt: string, documentId = 'doc_1') =>
  log.event('DocumentTranslationFailed', {
    documentId,
    organizationId,
    translationId,
    sourceLanguage: 'fi',
    targetLanguage: 'en',
    error: { code: 'processing_failed', message: 'The engine gave up.' },
    webhookRef: null,
    failedAt: '2026-11-21T10:20:00.000Z',
    expiresAt,
  });
const expired = (documentId = 'doc_1') =>
  log.event('DocumentExpired', { documentId, organizationId, blobIds: [], expiredAt: '2026-11-28T10:20:00.000Z' });
const deleted = (documentId = 'doc_1') =>
  log.event('DocumentDeleted', { documentId, organizationId, blobIds: [], deletedAt: '2026-11-21T10:20:00.000Z' });

const soon = '2026-11-28T10:20:00.000Z';
const later = '2026-11-30T10:20:00.000Z';

describe('documents', () => {
  let fixture: ReadModelFixture;
  let queries: DocumentQueries;
  let subjectKeys: SubjectKeys;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await migrateSubjectKeys(fixture.pool);
    subjectKeys = await openPostgresSubjectKeys({ pool: fixture.pool, masterKey: randomBytes(32) });
    queries = new DocumentQueries(fixture.dataSource, subjectKeys);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    subject = await subjectKeys.subjectFor(organizationId, 'ada');
    sealedName = await subjectKeys.seal(subject, { filename: 'report.docx' });
    await fixture.empty('document', 'document_translation');
  });

  const given = (...events: RecordedEvent[]) => fixture.given([documents, documentStatus], events);
  const view = (target?: string) => queries.find(organizationId, 'doc_1', target);

  it('an upload is shown with its translation under way', async () => {
    await given(uploaded(), requested('tr_1', 1));
    expect(await view()).toEqual({
      id: 'doc_1',
      organization_id: organizationId,
      filename: 'report.docx',
      status: 'processing',
      source_language: 'fi',
      target_language: 'en',
      page_count: 3,
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

  it('a document is pending while no translation has been asked for', async () => {
    await given(uploaded());
    expect(await view()).toMatchObject({ status: 'pending', progress: 0, target_language: null, translation_id: null });
  });

  it.each([
    [1, 3, 33],
    [199, 200, 99],
    [200, 200, 99],
    [1, 1_000, 0],
  ])(
    'a translation with %i of %i segments done is at %i percent, and at 100 only when completed',
    async (done, total, progress) => {
      await given(uploaded(), requested('tr_1', 1), progressed('tr_1', done, total));
      expect(await view()).toMatchObject({ status: 'processing', progress });
    },
  );

  it('a completed translation is shown with its file', async () => {
    await given(uploaded(), requested('tr_1', 1), progressed('tr_1', 10, 200), completed('tr_1', soon));
    expect(await view()).toMatchObject({
      status: 'completed',
      progress: 100,
      completed_at: '2026-11-21T10:20:00.000Z',
      expires_at: soon,
      model: 'echo',
      file: { blob_id: 'blob_tr_1', size_bytes: 77 },
    });
  });

  it('a failed translation is shown with its reason and the progress that it had made', async () => {
    await given(uploaded(), requested('tr_1', 1), progressed('tr_1', 100, 200), failed('tr_1', soon));
    expect(await view()).toMatchObject({
      status: 'failed',
      progress: 50,
      error: { code: 'processing_failed', message: 'The engine gave up.' },
      completed_at: null,
      file: null,
    });
  });

  it('a document is shown with its newest translation, or its newest to the language asked for', async () => {
    await given(
      uploaded(),
      requested('tr_9', 1),
      completed('tr_9', soon),
      requested('tr_1', 5, 'sv'),
      requested('tr_2', 6, 'en'),
      requested('tr_0', 7, 'de'),
    );
    expect(await view()).toMatchObject({ translation_id: 'tr_0', target_language: 'de', status: 'processing' });
    expect(await view('sv')).toMatchObject({ translation_id: 'tr_1' });
    expect(await view('en')).toMatchObject({ translation_id: 'tr_2', status: 'processing' });
    expect(await view('fr')).toMatchObject({ translation_id: null, target_language: null });
  });

  it('a document stays until its last translation expires', async () => {
    await given(
      uploaded(),
      requested('tr_1', 1),
      requested('tr_2', 2, 'sv'),
      completed('tr_2', later),
      failed('tr_1', soon),
    );
    expect(await view()).toMatchObject({ expires_at: later });
  });

  it('an expired document is shown as expired, whatever became of its translations', async () => {
    await given(uploaded(), requested('tr_1', 1), completed('tr_1', soon), expired());
    expect(await view()).toMatchObject({ status: 'expired', progress: 100, expires_at: soon });
  });

  it('a deleted document leaves no row, and all rows of the others stay', async () => {
    await given(uploaded(), requested('tr_1', 1), requested('tr_2', 2, 'sv'));
    await given(uploaded('doc_2'), requested('tr_3', 1, 'en', 'doc_2'), deleted());
    expect(await view()).toBeUndefined();
    const { rows } = await fixture.pool.query(
      'select document_id, translation_id from read_model.document_translation',
    );
    expect(rows).toEqual([{ document_id: 'doc_2', translation_id: 'tr_3' }]);
    const documents = await fixture.pool.query('select id from read_model.document order by id');
    expect(documents.rows).toEqual([{ id: 'doc_2' }]);
  });

  it('a document is not found for another organization', async () => {
    await given(uploaded(), requested('tr_1', 1));
    expect(await queries.find('org_b', 'doc_1')).toBeUndefined();
  });

  it('a document of an erased subject shows everything but the name', async () => {
    await given(uploaded(), requested('tr_1', 1));
    await subjectKeys.erase(organizationId, 'ada');
    expect(await view()).toMatchObject({ filename: '[erased]', status: 'processing' });
  });

  it('a document is due for expiry when every translation has ended and expired', async () => {
    const ids = ['doc_due', 'doc_running', 'doc_longer', 'doc_expired', 'doc_new', 'doc_gone'];
    await given(
      ...ids.flatMap((id) => [uploaded(id), requested('tr_1', 1, 'en', id)]),
      ...ids.filter((id) => id !== 'doc_new').map((id) => completed('tr_1', soon, id)),
      requested('tr_2', 2, 'sv', 'doc_running'),
      // The time to live was shortened between these two: the earlier to end expires later.
      requested('tr_2', 2, 'sv', 'doc_longer'),
      completed('tr_1', later, 'doc_longer'),
      failed('tr_2', soon, 'doc_longer'),
      expired('doc_expired'),
      deleted('doc_gone'),
    );
    expect(await queries.due('2026-11-28T10:19:59.999Z', 10)).toEqual([]);
    expect(await queries.due(soon, 10)).toEqual([{ id: 'doc_due', organization_id: organizationId }]);
    expect((await queries.due(later, 10)).map(({ id }) => id).sort()).toEqual(['doc_due', 'doc_longer']);
    expect(await queries.due(later, 1)).toHaveLength(1);
  });

  it('the translations that have not ended are listed oldest first', async () => {
    await given(
      uploaded(),
      requested('tr_1', 1),
      requested('tr_2', 2, 'sv'),
      requested('tr_3', 3, 'de'),
      requested('tr_4', 4, 'da'),
      completed('tr_2', soon),
      failed('tr_4', soon),
    );
    const unfinished = await queries.unfinished('2026-11-21T10:03:00.000Z', 10);
    expect(unfinished).toEqual([
      {
        document_id: 'doc_1',
        translation_id: 'tr_1',
        organization_id: organizationId,
        requested_at: '2026-11-21T10:01:00.000Z',
      },
      {
        document_id: 'doc_1',
        translation_id: 'tr_3',
        organization_id: organizationId,
        requested_at: '2026-11-21T10:03:00.000Z',
      },
    ]);
    expect((await queries.unfinished('2026-11-21T10:02:59.999Z', 10)).map((t) => t.translation_id)).toEqual(['tr_1']);
  });

  it('documents are the same when applied event by event as in one batch', async () => {
    const events = [
      uploaded(),
      requested('tr_1', 1),
      progressed('tr_1', 3, 200),
      failed('tr_1', soon),
      requested('tr_2', 4),
      progressed('tr_2', 150, 200),
      uploaded('doc_2'),
      requested('tr_3', 1, 'en', 'doc_2'),
      deleted('doc_2'),
    ];
    await given(...events);
    const inOneBatch = await view();
    await fixture.empty('document', 'document_translation');
    await fixture.given([documents, documentStatus], events, 1);
    expect(await view()).toEqual(inOneBatch);
    expect(inOneBatch).toMatchObject({ translation_id: 'tr_2', status: 'processing', progress: 75 });
  });
});
