import { randomBytes } from 'node:crypto';
import type { DocumentEventData, TextSize } from '#libs/domain/document/document.events.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { openPostgresSubjectKeys } from '#libs/ports/key-vault/subjects/postgres-subject-keys.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { migrateSubjectKeys } from '#libs/ports/key-vault/subjects/subject-table.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { documentStatus } from '../document-status/document-status.projection.js';
import { holds } from '../holds/holds.projection.js';
import { documents } from './documents.projection.js';
import { DocumentQueries } from './documents.queries.js';

export const log = new EventLog();
export const organizationId = 'org_a';
export const soon = '2026-11-28T10:20:00.000Z';
export const later = '2026-11-30T10:20:00.000Z';
const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };

/** The read model of documents, and events of documents that ada uploads. */
export class DocumentsFixture {
  /** Subject of ada, whose key seals the name of each document. */
  subject = '';
  private sealedName = '';

  private constructor(
    readonly readModels: ReadModelFixture,
    readonly subjectKeys: SubjectKeys,
    readonly queries: DocumentQueries,
  ) {}

  static async open(): Promise<DocumentsFixture> {
    const readModels = await ReadModelFixture.open();
    await migrateSubjectKeys(readModels.pool);
    const subjectKeys = await openPostgresSubjectKeys({ pool: readModels.pool, masterKey: randomBytes(32) });
    return new DocumentsFixture(readModels, subjectKeys, new DocumentQueries(readModels.dataSource, subjectKeys));
  }

  async empty(): Promise<void> {
    this.subject = await this.subjectKeys.subjectFor(organizationId, 'ada');
    this.sealedName = await this.subjectKeys.seal(this.subject, { filename: 'report.docx' });
    await this.readModels.empty('document', 'document_translation', 'hold');
  }

  close(): Promise<void> {
    return this.readModels.close();
  }

  given = (...events: RecordedEvent[]) => this.readModels.given([documents, documentStatus, holds], events);
  view = (target?: string) => this.queries.find(organizationId, 'doc_1', target);

  uploaded = (documentId = 'doc_1', changes: Partial<DocumentEventData<'DocumentUploaded'>> = {}) =>
    log.event(
      'DocumentUploaded',
      {
        documentId,
        organizationId,
        sealedName: this.sealedName,
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
      { organizationId: changes.organizationId ?? organizationId, subject: this.subject },
    );
  counted = (size: TextSize & { pageCount: number }) =>
    log.event('DocumentCounted', {
      ...size,
      documentId: 'doc_1',
      organizationId,
      pageCountSource: 'file',
      countedAt: '2026-11-21T10:01:00.000Z',
    });
  requested = (translationId: string, revision: number, targetLanguage = 'en', documentId = 'doc_1') =>
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
  progressed = (translationId: string, segmentsDone: number, segmentsTotal: number, estimatedCompletion?: string) =>
    log.event('DocumentTranslationProgressed', {
      documentId: 'doc_1',
      organizationId,
      translationId,
      segmentsDone,
      segmentsTotal,
      ...(estimatedCompletion === undefined ? {} : { estimatedCompletion }),
    });
  completed = (translationId: string, expiresAt: string, documentId = 'doc_1') =>
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
  failed = (translationId: string, expiresAt: string, documentId = 'doc_1') =>
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
  expired = (documentId = 'doc_1') =>
    log.event('DocumentExpired', { documentId, organizationId, blobIds: [], expiredAt: '2026-11-28T10:20:00.000Z' });
  deleted = (documentId = 'doc_1') =>
    log.event('DocumentDeleted', { documentId, organizationId, blobIds: [], deletedAt: '2026-11-21T10:20:00.000Z' });
}
