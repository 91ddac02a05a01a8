import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import { createProjectionRunner, type ProjectionRunner } from '#libs/read-side/projection/runner/projection-runner.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { allProjections } from './all-projections.js';

const organizationId = 'org_a';
const now = '2026-11-21T10:00:00.000Z';
const log = new EventLog();

const newEvent = <Type extends EventType>(type: Type, data: EventOf<Type>['data']): NewEvent => {
  const { version, data: json, metadata } = log.event(type, data);
  return { id: randomUUID(), type, version, data: json, metadata };
};

const detected = () =>
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
  ];
};

describe('all projections', () => {
  let fixture: ReadModelFixture;
  let eventStore: EventStore;
  let leases: Leases;
  let runner: ProjectionRunner;
  const pool = () => createPool({ connectionString: fixture.url, max: 16, applicationName: 'all projections' });
  let runnerPool: ReturnType<typeof pool>;

  const append = async (events: NewEvent[]) => {
    await eventStore.append(`stream-${randomUUID()}`, events, 'no-stream');
  };
  const caughtUp = () =>
    vi.waitFor(
      async () => {
        const behind = (await runner.status()).filter(({ state, lagEvents }) => state !== 'running' || lagEvents > 0);
        expect(behind).toEqual([]);
      },
      { timeout: 30_000 },
    );
  const tables = allProjections.map(({ table }) => table);
  const contents = async () => {
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) {
      rows[table] = (await fixture.pool.query(`select * from ${table} as t order by t::text`)).rows;
    }
    return rows;
  };

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    runnerPool = pool();
    await migrateEventStore(fixture.url);
    await migrateLeases(runnerPool);
    await migrateProjectionRunner(runnerPool);
    eventStore = await connectPostgresEventStore({ connectionString: fixture.url });
    leases = createPostgresLeases(runnerPool);
    runner = createProjectionRunner({ pool: runnerPool, eventStore, leases, projections: allProjections });
    runner.start();
    for (const events of history()) await append(events);
    await caughtUp();
  });
  afterAll(async () => {
    await runner.stop();
    await leases.close();
    await eventStore.close();
    await runnerPool.end();
    await fixture.close();
  });

  it('all projections have names and tables of their own', () => {
    expect(new Set(allProjections.map(({ name }) => name)).size).toBe(allProjections.length);
    expect(new Set(tables).size).toBe(allProjections.length);
  });

  it('all projections together fill every table', async () => {
    for (const [table, rows] of Object.entries(await contents())) {
      expect(rows, table).not.toHaveLength(0);
    }
  });

  it.each(allProjections)(
    'the projection $name is rebuilt to the same rows, numbers, ids and hashes included',
    async (projection) => {
      const before = await contents();
      const { comparison } = await rebuildProjection({ pool: runnerPool, eventStore, leases, projection });
      expect(comparison.kind).toBe('equal');
      expect(await contents()).toEqual(before);
    },
  );

  it('the audit log continues after a rebuild with its next number, and as append-only as before', async () => {
    const count = async () => (await fixture.pool.query('select from read_model.audit_log')).rowCount ?? 0;
    const before = await count();
    await append([detected(), detected()]);
    await caughtUp();
    const { rows } = await fixture.pool.query('select number::integer from read_model.audit_log order by number');
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: before + 2 }, (_, number) => number));
    await expect(fixture.pool.query('delete from read_model.audit_log')).rejects.toThrow('append-only');
    await expect(fixture.pool.query('truncate read_model.audit_log')).rejects.toThrow('append-only');
    expect(await count()).toBe(before + 2);
  });
});
