import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import { installedModel } from '#libs/domain/model/installed-model.fixture.js';
import { metadataAsJson } from '#libs/event-sourcing/event-metadata.js';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { createProjectionRunner, type ProjectionRunner } from '#libs/read-side/projection/runner/projection-runner.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { allProjections } from './all-projections.js';

export const organizationId = 'org_a';
export const now = '2026-11-21T10:00:00.000Z';
const log = new EventLog();

export const newEvent = <Type extends EventType>(type: Type, data: EventOf<Type>['data']): NewEvent => {
  const { version, data: json, metadata } = log.event(type, data);
  return { id: randomUUID(), type, version, data: json, metadata };
};

/** An event of the installation, which is of no organization. */
const installationEvent: typeof newEvent = (type, data) => ({
  ...newEvent(type, data),
  metadata: metadataAsJson({
    organizationId: null,
    actorType: 'operator',
    keyId: null,
    requestId: 'req_1',
    clientRequestId: null,
    traceparent: null,
    occurredAt: now,
  }),
});

export const detected = () =>
  newEvent('LanguageDetected', { organizationId, keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 7 });

/** Events for every table; each append has a stream of its own. */
const history = (): NewEvent[][] => {
  const document = { documentId: 'doc_1', organizationId };
  const translation = { ...document, translationId: 'tr_1', sourceLanguage: 'fi', targetLanguage: 'en' };
  const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };
  const file = { blobId: 'blob_1', sizeBytes: 1, sha256: 'ab' };
  const counts = { wordCount: 1, characterCount: 9 };
  const delivery = { deliveryId: 'whd_1', organizationId };
  return [
    [
      newEvent('OrganizationCreated', { organizationId, name: 'A', tier: 'pro', createdAt: now }),
      newEvent('OrganizationTierChanged', { organizationId, tier: 'max', previousTier: 'pro' }),
    ],
    [
      newEvent('ApiKeyCreated', {
        keyId: 'key_1',
        organizationId,
        name: 'CI',
        secretHash: 'hash',
        scopes: ['translate', 'detect'],
        ipAllowlist: [],
        expiresAt: null,
        createdAt: now,
        ownerSubject: 'sub_ada',
        sealedOwner: 'sealed-owner',
      }),
      newEvent('ApiKeyRotated', { keyId: 'key_1', organizationId, successorId: 'key_2', graceEndsAt: now }),
    ],
    [
      newEvent('DocumentUploaded', {
        ...document,
        ...file,
        ...counts,
        sealedName: 'sealed-name',
        nameCommitment: null,
        format: 'txt',
        mediaType: 'text/plain',
        pageCount: 1,
        segmentCount: 2,
        sourceLanguage: 'fi',
        detectedLanguage: null,
        webhookRef: 'ref_1',
        uploadedAt: now,
      }),
      newEvent('DocumentTranslationRequested', { ...translation, options, requestedAt: now, estimatedCompletion: now }),
      newEvent('DocumentTranslationProgressed', { ...translation, segmentsDone: 1, segmentsTotal: 2 }),
      newEvent('DocumentTranslationCompleted', {
        ...translation,
        ...file,
        ...counts,
        domain: 'general',
        model: 'echo',
        confidence: 0.5,
        webhookRef: 'ref_1',
        completedAt: now,
        expiresAt: now,
      }),
    ],
    [
      newEvent('GlossaryCreated', {
        ...file,
        glossaryId: 'glo_1',
        organizationId,
        name: 'terms',
        sourceLanguage: 'fi',
        targetLanguage: 'en',
        domain: null,
        version: 1,
        entryCount: 2,
        createdAt: now,
        updatedAt: now,
      }),
    ],
    [
      newEvent('WebhookCreated', {
        webhookId: 'whk_1',
        organizationId,
        targetRef: 'ref_1',
        events: ['document.completed'],
        createdAt: now,
      }),
    ],
    [
      newEvent('WebhookDeliveryScheduled', {
        ...delivery,
        targetRef: 'ref_1',
        payload: { event: 'document.completed', timestamp: now, document_id: 'doc_1' },
        scheduledAt: now,
      }),
      newEvent('WebhookDeliveryAttempted', {
        ...delivery,
        attempt: 1,
        outcome: 'failed',
        statusCode: 500,
        reason: null,
        durationMs: 3,
        attemptedAt: now,
        nextAttemptAt: now,
      }),
    ],
    [
      newEvent('CertificationRecorded', {
        organizationId,
        standard: 'ISO 27001',
        status: 'compliant',
        articles: ['A.5'],
        level: null,
        certificateId: null,
        reportPeriod: null,
        verifiedAt: null,
        expiresAt: now,
        expectedDate: null,
        nextNoticeAt: now,
        recordedAt: now,
      }),
    ],
    [
      newEvent('HoldPlaced', {
        holdId: 'hold_1',
        organizationId,
        target: { kind: 'resource', resource: 'document', resourceId: 'doc_1' },
        reason: 'Case 7',
        placedAt: now,
      }),
    ],
    [installationEvent('ModelInstalled', { ...installedModel(), installedAt: now })],
    [
      newEvent('ReportRequested', {
        reportId: 'rep_1',
        organizationId,
        reportType: 'usage',
        period: { start: '2026-10-01', end: '2026-10-31' },
        format: 'csv',
        requestedAt: now,
        estimatedCompletion: now,
      }),
      newEvent('ErasureRequested', {
        erasureId: 'era_1',
        organizationId,
        subjectType: 'user',
        subject: 'sub_1',
        reason: 'Request 7',
        requestedAt: now,
      }),
    ],
    [
      newEvent('UserCreated', {
        organizationId,
        subject: 'sub_first',
        sealedUser: 'sealed-user',
        role: 'owner',
        createdAt: now,
      }),
    ],
    [
      newEvent('UserInvited', {
        organizationId,
        accountId: 'acc_1',
        subject: 'sub_ada',
        inviteHash: 'hash',
        inviteExpiresAt: now,
        sealedUser: 'sealed-user',
        role: 'owner',
        invitedAt: now,
      }),
    ],
    [
      newEvent('SessionBegan', {
        organizationId,
        sessionId: 'ses_1',
        accountId: 'acc_1',
        tokenHash: 'hash',
        generation: 0,
        method: 'password',
        expiresAt: now,
        beganAt: now,
      }),
    ],
    [detected(), detected(), detected()],
    [
      newEvent('TextStreamBegan', {
        organizationId,
        keyId: 'key_1',
        processId: 'process-1',
        sourceLanguage: 'fi',
        targetLanguage: 'en',
        detectedLanguage: 'fi',
        domain: 'general',
        wordCount: 1,
        characterCount: 7,
      }),
    ],
    [
      newEvent('AuditLogExportStarted', {
        exportId: 'exp_1',
        organizationId,
        format: 'ndjson',
        filters: {},
        after: null,
        follow: false,
        treeSize: 0,
        startedAt: now,
      }),
    ],
  ];
};

/** All read models, filled by a runner from a log that has events for every table. */
export class FilledReadModels {
  readonly tables = allProjections.map(({ table }) => table);

  private constructor(
    private readonly readModels: ReadModelFixture,
    readonly pool: Pool,
    readonly eventStore: EventStore,
    readonly leases: Leases,
    private readonly listener: DirectConnection,
    private readonly runner: ProjectionRunner,
  ) {}

  static async open(): Promise<FilledReadModels> {
    const applicationName = 'all projections';
    const readModels = await ReadModelFixture.open();
    const { url } = readModels;
    const pool = createPool({ connectionString: url, max: 16, applicationName });
    await migrateEventStore(url);
    await migrateLeases(pool);
    await migrateProjectionRunner(pool);
    const eventStore = await connectPostgresEventStore({ connectionString: url });
    const leases = createPostgresLeases(pool);
    const listener = new DirectConnection({ connectionString: url, applicationName });
    const runner = createProjectionRunner({ pool, listener, eventStore, leases, projections: allProjections });
    runner.start();
    const filled = new FilledReadModels(readModels, pool, eventStore, leases, listener, runner);
    for (const events of history()) await filled.append(events);
    await filled.caughtUp();
    return filled;
  }

  async close(): Promise<void> {
    await this.runner.stop();
    await this.leases.close();
    await this.eventStore.close();
    await this.listener.close();
    await this.pool.end();
    await this.readModels.close();
  }

  async append(events: NewEvent[]): Promise<void> {
    await this.eventStore.append(`stream-${randomUUID()}`, events, 'no-stream');
  }

  async caughtUp(): Promise<void> {
    await vi.waitFor(
      async () => {
        const status = await this.runner.status();
        expect(status.filter(({ state, lagEvents }) => state !== 'running' || lagEvents !== 0)).toEqual([]);
      },
      { timeout: 30_000 },
    );
  }

  query(sql: string) {
    return this.readModels.pool.query(sql);
  }

  /** All rows, by table. */
  async contents(): Promise<Record<string, unknown[]>> {
    const rows: Record<string, unknown[]> = {};
    for (const table of this.tables)
      rows[table] = (await this.query(`select * from ${table} as t order by t::text`)).rows;
    return rows;
  }
}
