import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import type { EventStore, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import { migrateLeases } from '#libs/ports/lease/migrate-leases.js';
import { createPostgresLeases } from '#libs/ports/lease/postgres-leases.js';
import { migrateProjectionRunner } from '#libs/read-side/projection/projection-schema.js';
import { rebuildProjection } from '#libs/read-side/projection/rebuild/projection-rebuild.js';
import { type ReplayReport, type ReplaySettings, replayUntil } from '#libs/read-side/projection/replay/replay-until.js';
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

describe('all projections', () => {
  let fixture: ReadModelFixture;
  let eventStore: EventStore;
  let leases: Leases;
  let listener: DirectConnection;
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
    listener = new DirectConnection({ connectionString: fixture.url, applicationName: 'all projections' });
    runner = createProjectionRunner({ pool: runnerPool, listener, eventStore, leases, projections: allProjections });
    runner.start();
    for (const events of history()) await append(events);
    await caughtUp();
  });
  afterAll(async () => {
    await runner.stop();
    await leases.close();
    await eventStore.close();
    await listener.close();
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

  describe('replayed until a moment', () => {
    const replay = (changes: Partial<ReplaySettings> = {}) =>
      replayUntil({
        ...{ pool: runnerPool, eventStore, projections: allProjections, until: moment, schema: 'auditor' },
        ...{ replace: false, signal: new AbortController().signal, onProgress: () => undefined },
        ...changes,
      });
    const rowsOf = async (sql: string) => (await fixture.pool.query(sql)).rows;
    const schemas = () => rowsOf(`select nspname from pg_namespace where nspname !~ '^pg_' order by nspname`);
    let moment: string;
    let then: Record<string, unknown[]>;

    beforeAll(async () => {
      then = await contents();
      const [last] = await rowsOf('select max(recorded_at) as at from event_store.events');
      moment = last.at.toISOString();
      const tier = { organizationId, tier: 'pro' as const, previousTier: 'max' as const };
      const deletion = { documentId: 'doc_1', organizationId, blobIds: [], deletedAt: now };
      await setTimeout(2);
      await append([newEvent('OrganizationTierChanged', tier), newEvent('DocumentDeleted', deletion), detected()]);
      await caughtUp();
    });

    it('they are what they were then, in a schema of their own, and the live ones go on untouched', async () => {
      const live = await contents();
      const checkpoints = await rowsOf('select * from projection.checkpoint order by name');
      const reports: ReplayReport[] = [];
      const result = await replay({ onProgress: (report) => reports.push(report) });
      for (const table of tables) {
        const copy = table.replace('read_model', 'auditor');
        const rows = await rowsOf(`select * from ${copy} as t order by t::text`);
        expect(rows, table).toEqual(then[table]);
        expect(result.tables).toContainEqual({ name: copy, rows: rows.length });
      }
      expect(then['read_model.organization']).not.toEqual(live['read_model.organization']);
      expect(result).toMatchObject({ schema: 'auditor', until: moment, lastAt: moment });
      expect(reports.at(-1)).toMatchObject({ events: result.events, fraction: 1 });
      expect(await contents()).toEqual(live);
      expect(await rowsOf('select * from projection.checkpoint order by name')).toEqual(checkpoints);
      const [indexes] = await rowsOf(`
        select array_agg(indexname order by indexname) filter (where schemaname = 'read_model') as live,
               array_agg(indexname order by indexname) filter (where schemaname = 'auditor') as copied
          from pg_indexes where tablename in ('audit_log', 'api_key', 'document')`);
      expect(indexes.copied).toEqual(indexes.live);
    });

    it('a schema of an earlier replay is replaced only when asked to, and one of somebody else never', async () => {
      await expect(replay()).rejects.toThrow('the read models of');
      const atStart = '2000-01-01T00:00:00.000Z';
      const { tables: empty } = await replay({ replace: true, until: atStart });
      expect(empty.every(({ rows }) => rows === 0)).toBe(true);
      const live = await contents();
      for (const schema of ['read_model', 'public'])
        await expect(replay({ schema, replace: true })).rejects.toThrow('is not of a replay');
      for (const schema of ['pg_auditor', 'A', 'a.b', '', 'x'.repeat(64)])
        await expect(replay({ schema, replace: true })).rejects.toThrow('is no name for a schema');
      expect(await contents()).toEqual(live);
    });

    it('one that is broken off, or fails, leaves no schema behind', async () => {
      const before = await schemas();
      const interruption = new AbortController();
      const brokenOff = replay({
        ...{ schema: 'broken_off', signal: interruption.signal },
        onProgress: () => interruption.abort(new Error('broken off')),
      });
      await expect(brokenOff).rejects.toThrow('broken off');
      const unreadable = { readAll: () => Promise.reject(new Error('the log is away')) };
      await expect(replay({ schema: 'failed', eventStore: unreadable })).rejects.toThrow('the log is away');
      expect(await schemas()).toEqual(before);
    });
  });
});
