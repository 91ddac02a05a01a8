import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import type { PageRequest } from '#libs/read-side/read-models/page.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { holds } from '../holds/holds.projection.js';
import { DocumentFold } from './document-fold.js';
import { toDocumentView } from './document-view.js';
import { documents } from './documents.projection.js';
import { type DocumentFilter, DocumentQueries } from './documents.queries.js';

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
      nameCommitment: null,
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

const placedLongAgo = '2026-01-01T00:00:00.000Z';
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
    await fixture.empty('document', 'document_translation', 'hold');
  });

  const given = (...events: RecordedEvent[]) => fixture.given([documents, documentStatus, holds], events);
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

  it('a document has the pages that it was laid out in for a later translation', async () => {
    const later = requested('tr_2', 2, 'sv');
    await given(uploaded(), requested('tr_1', 1), { ...later, data: { ...later.data, pageCount: 7 } });
    expect(await view('en')).toMatchObject({ page_count: 7 });
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
    await eraseSubject(subjectKeys, organizationId, 'ada');
    expect(await view()).toMatchObject({ filename: 'document.docx', status: 'processing' });
  });

  it('the documents of a user are listed with their names, newest first', async () => {
    await given(uploaded('doc_1'), uploaded('doc_2'), requested('tr_1', 1));
    const subject = (await subjectKeys.find(organizationId, 'ada')) ?? '';
    const first = await queries.ofSubject(organizationId, subject, { limit: 1, offset: 0 });
    const cursor = first.pagination.next_cursor ?? '';
    const second = await queries.ofSubject(organizationId, subject, { limit: 1, offset: 0, cursor });
    const shown = [...first.documents, ...second.documents];
    expect(shown.map(({ id }) => id)).toEqual(['doc_2', 'doc_1']);
    expect(shown[0]).toEqual({
      id: 'doc_2',
      filename: expect.stringMatching(/\.docx$/),
      format: 'docx',
      size_bytes: expect.any(Number),
      status: 'active',
      created_at: expect.any(String),
    });
    expect(first.pagination.total).toBe(2);
    expect((await queries.ofSubject('org_b', subject, { limit: 1, offset: 0 })).documents).toEqual([]);
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

  describe('under legal holds', () => {
    const ended = (id: string) => [uploaded(id), requested('tr_1', 1, 'en', id), completed('tr_1', soon, id)];
    const hold = (holdId: string, target: HoldTarget) =>
      log.event('HoldPlaced', { holdId, organizationId, target, reason: 'Case 7', placedAt: soon });
    const lift = (holdId: string, liftedAt: string) => log.event('HoldLifted', { holdId, organizationId, liftedAt });
    const onDocument: HoldTarget = { kind: 'resource', resource: 'document', resourceId: 'doc_1' };
    const expiryOf = async (id: string) => (await queries.find(organizationId, id))?.expires_at;
    const due = async (now: string) => (await queries.due(now, 10)).map(({ id }) => id);

    it('a held document stays completed, without an expiry, and is not due', async () => {
      await given(...ended('doc_1'), ...ended('doc_2'), hold('hold_1', onDocument));
      expect(await view()).toMatchObject({ status: 'completed', expires_at: null });
      expect(await expiryOf('doc_2')).toBe(soon);
      const { documents: listed } = await queries.list(organizationId, {}, { limit: 10, offset: 0 });
      expect(new Map(listed.map(({ id, expires_at }) => [id, expires_at]))).toEqual(
        new Map([
          ['doc_1', null],
          ['doc_2', soon],
        ]),
      );
      expect(await due(later)).toEqual(['doc_2']);
    });

    it('a document expires 24 hours after its last hold was lifted at the earliest', async () => {
      await given(...ended('doc_1'), hold('hold_1', onDocument), hold('hold_2', onDocument));
      await given(lift('hold_1', '2026-12-01T00:00:00.000Z'));
      expect(await expiryOf('doc_1')).toBeNull();
      await given(lift('hold_2', '2026-12-02T00:00:00.000Z'));
      expect(await expiryOf('doc_1')).toBe('2026-12-03T00:00:00.000Z');
      expect(await due('2026-12-02T23:59:59.999Z')).toEqual([]);
      expect(await due('2026-12-03T00:00:00.000Z')).toEqual(['doc_1']);
    });

    it('a hold that was lifted long before the expiry changes nothing', async () => {
      await given(...ended('doc_1'), hold('hold_1', onDocument), lift('hold_1', '2026-11-22T00:00:00.000Z'));
      expect(await expiryOf('doc_1')).toBe(soon);
    });

    it('a hold on the uploader or on a period is on the document, one of another organization is not', async () => {
      const bySubject: HoldTarget = { kind: 'subject', type: 'user', subject, sealedId: 'sealed' };
      const from = '2026-11-21T10:00:00.000Z';
      const period: HoldTarget = { kind: 'period', start: from, end: from, from, until: '2026-11-21T10:00:00.001Z' };
      const theirs = { holdId: 'hold_b', organizationId: 'org_b', target: onDocument, reason: 'x', placedAt: soon };
      await given(...ended('doc_1'), log.event('HoldPlaced', theirs, { organizationId: 'org_b' }));
      expect(await expiryOf('doc_1')).toBe(soon);
      await given(hold('hold_1', bySubject));
      expect(await expiryOf('doc_1')).toBeNull();
      await given(lift('hold_1', placedLongAgo));
      expect(await expiryOf('doc_1')).toBe(soon);
      await given(hold('hold_2', period));
      expect(await expiryOf('doc_1')).toBeNull();
    });

    it('a document that has expired keeps showing when, and one without a translation has no expiry', async () => {
      await given(...ended('doc_1'), expired(), hold('hold_1', onDocument), uploaded('doc_2'));
      await given(hold('hold_2', { ...onDocument, resourceId: 'doc_2' }), lift('hold_2', soon));
      expect(await view()).toMatchObject({ status: 'expired', expires_at: soon });
      expect(await expiryOf('doc_2')).toBeNull();
    });
  });

  it('documents are listed newest first, page by page, filtered by the translation that is shown', async () => {
    const at = (day: number) => `2026-11-${day}T10:00:00.000Z`;
    await given(
      uploaded('doc_1', { uploadedAt: at(11) }),
      requested('tr_1', 1, 'en', 'doc_1'),
      completed('tr_1', soon, 'doc_1'),
      requested('tr_4', 5, 'sv', 'doc_1'),
      uploaded('doc_2', { uploadedAt: at(12), sourceLanguage: 'de' }),
      requested('tr_2', 1, 'en', 'doc_2'),
      uploaded('doc_3', { uploadedAt: at(13) }),
      requested('tr_3', 1, 'en', 'doc_3'),
      failed('tr_3', soon, 'doc_3'),
      expired('doc_3'),
      uploaded('doc_4', { uploadedAt: at(14), organizationId: 'org_b' }),
      requested('tr_5', 1, 'en', 'doc_4'),
    );
    const list = async (filter: DocumentFilter, page: Partial<PageRequest> = {}) => {
      const found = await queries.list(organizationId, filter, { limit: 10, offset: 0, ...page });
      return { ids: found.documents.map(({ id }) => id), ...found };
    };
    expect(await list({})).toMatchObject({ ids: ['doc_3', 'doc_2', 'doc_1'], pagination: { total: 3 } });
    expect((await list({})).documents[2]).toMatchObject({ target_language: 'sv', status: 'processing' });
    expect(await list({ status: 'processing' })).toMatchObject({ ids: ['doc_2', 'doc_1'], pagination: { total: 2 } });
    expect((await list({ status: 'expired' })).ids).toEqual(['doc_3']);
    expect(await list({ target: 'en', status: 'completed' })).toMatchObject({
      ids: ['doc_1'],
      documents: [{ target_language: 'en', status: 'completed' }],
    });
    expect((await list({ source: 'de' })).ids).toEqual(['doc_2']);
    expect((await list({ start: at(12), end: at(13) })).ids).toEqual(['doc_2']);
    const first = await list({}, { limit: 2 });
    expect(first.ids).toEqual(['doc_3', 'doc_2']);
    const next = await list({}, { limit: 2, cursor: first.pagination.next_cursor ?? '' });
    expect(next).toMatchObject({ ids: ['doc_1'], pagination: { has_more: false, next_cursor: null } });
  });

  it('active documents are told from those that have expired, were deleted or never were', async () => {
    const ids = ['doc_active', 'doc_expired', 'doc_gone'];
    await given(...ids.map((id) => uploaded(id)), expired('doc_expired'), deleted('doc_gone'));
    expect(await queries.active([...ids, 'doc_never'])).toEqual(new Set(['doc_active']));
    expect(await queries.active([])).toEqual(new Set());
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
        sequence: 1,
      },
      {
        document_id: 'doc_1',
        translation_id: 'tr_3',
        organization_id: organizationId,
        requested_at: '2026-11-21T10:03:00.000Z',
        sequence: 3,
      },
    ]);
    expect((await queries.unfinished('2026-11-21T10:02:59.999Z', 10)).map((t) => t.translation_id)).toEqual(['tr_1']);
  });

  it('words wait by language pair, less those of the segments that are done', async () => {
    await given(
      uploaded(),
      requested('tr_1', 1),
      progressed('tr_1', 50, 200),
      requested('tr_2', 3, 'sv'),
      requested('tr_3', 4, 'de'),
      failed('tr_3', soon),
      uploaded('doc_2', { wordCount: 100 }),
      requested('tr_4', 1, 'sv', 'doc_2'),
    );
    expect(await queries.waitingWords()).toEqual([
      { source: 'fi', target: 'en', documents: 1, words: 675 },
      { source: 'fi', target: 'sv', documents: 2, words: 1_000 },
    ]);
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

  it('what is folded from the stream of a document is what is read from the tables, after each event', async () => {
    const stream = [
      uploaded(),
      requested('tr_1', 1),
      progressed('tr_1', 50, 200),
      requested('tr_2', 2, 'es'),
      completed('tr_2', soon),
      completed('tr_1', later),
      requested('tr_3', 3, 'es'),
      failed('tr_3', soon),
      expired(),
      deleted(),
    ];
    const fold = new DocumentFold();
    for (const event of stream) {
      fold.apply(event);
      await given(event);
      const folded = fold.document && { ...fold.document, is_held: false, last_lifted_at: null };
      expect(folded && toDocumentView(folded, 'report.docx'), event.type).toEqual(
        await queries.find(organizationId, 'doc_1'),
      );
    }
  });
});
