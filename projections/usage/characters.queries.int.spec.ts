import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { documents } from '../documents/documents.projection.js';
import { CharactersQueries } from './characters.queries.js';
import { usage } from './usage.projection.js';

let fixture: ReadModelFixture;
let queries: CharactersQueries;
const log = new EventLog();
const all = [documents, documentStatus, usage];

beforeAll(async () => {
  fixture = await ReadModelFixture.open();
  queries = new CharactersQueries(fixture.dataSource);
});
afterAll(() => fixture.close());

const at = '2026-11-21T10:00:00.000Z';
const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };

const uploaded = (documentId: string, characterCount: number, organizationId = 'org_a') =>
  log.event(
    'DocumentUploaded',
    {
      documentId,
      organizationId,
      sealedName: 'sealed-name',
      nameCommitment: null,
      format: 'txt',
      mediaType: 'text/plain',
      sizeBytes: 1,
      sha256: '00',
      pageCount: 1,
      wordCount: 1,
      characterCount,
      segmentCount: 1,
      sourceLanguage: 'fi',
      detectedLanguage: null,
      blobId: 'blob_1',
      webhookRef: null,
      uploadedAt: at,
    },
    { organizationId },
  );

const requested = (documentId: string, translationId: string, organizationId = 'org_a') =>
  log.event(
    'DocumentTranslationRequested',
    {
      documentId,
      organizationId,
      translationId,
      sourceLanguage: 'fi',
      targetLanguage: 'en',
      options,
      requestedAt: at,
      estimatedCompletion: at,
    },
    { organizationId, revision: 1 },
  );

const ended = { organizationId: 'org_a', sourceLanguage: 'fi', targetLanguage: 'en', webhookRef: null, expiresAt: at };

const completed = (documentId: string, translationId: string, characterCount: number) =>
  log.event(
    'DocumentTranslationCompleted',
    {
      ...ended,
      documentId,
      translationId,
      domain: 'general',
      blobId: 'blob_2',
      sizeBytes: 1,
      sha256: '00',
      model: 'echo',
      confidence: 1,
      wordCount: 1,
      characterCount,
      completedAt: at,
    },
    { occurredAt: '2026-11-22T00:00:00.000Z' },
  );

const failed = (documentId: string, translationId: string) =>
  log.event('DocumentTranslationFailed', {
    ...ended,
    documentId,
    translationId,
    error: { code: 'processing_failed', message: 'It failed.' },
    failedAt: at,
  });

const deleted = (documentId: string) =>
  log.event('DocumentDeleted', { documentId, organizationId: 'org_a', blobIds: [], deletedAt: at });

const counted = async () => [
  await queries.inWork('org_a'),
  await queries.ofDay('org_a', '2026-11-21'),
  await queries.ofDay('org_a', '2026-11-22'),
];

it('the characters of a document are in work from upload to end, and then count on its day of completion', async () => {
  await fixture.given(all, [
    uploaded('doc_1', 400),
    requested('doc_1', 'trn_1'),
    uploaded('doc_2', 30),
    requested('doc_2', 'trn_2'),
    uploaded('doc_3', 7_000, 'org_b'),
    requested('doc_3', 'trn_3', 'org_b'),
  ]);
  expect(await counted()).toEqual([430, 0, 0]);
  await fixture.given(all, [requested('doc_2', 'trn_4')]);
  expect(await counted()).toEqual([460, 0, 0]);
  await fixture.given(all, [completed('doc_1', 'trn_1', 400), failed('doc_2', 'trn_2')]);
  expect(await counted()).toEqual([30, 0, 400]);
  await fixture.given(all, [deleted('doc_1'), deleted('doc_2')]);
  expect(await counted()).toEqual([0, 0, 400]);
});

it('the characters of an organization that has done nothing are 0', async () => {
  expect(await queries.inWork('org_new')).toBe(0);
  expect(await queries.ofDay('org_new', '2026-11-21')).toBe(0);
});
