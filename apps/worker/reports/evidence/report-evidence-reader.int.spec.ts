import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ChangeProcessingRecord,
  ChangeProcessingRecordHandler,
} from '#libs/application/processing-record/change-processing-record.handler.js';
import { keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { readSettings } from '#libs/platform/config/settings.js';
import { createEchoEngine } from '#libs/ports/inference/echo/echo-engine.js';
import { controlReports } from '#libs/reports/contents/control-reports.js';
import type { ReportEvidence } from '#libs/reports/report-evidence.js';
import { allProjections } from '#projections/all-projections.js';
import { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import { AuditLogSummaryQueries } from '#projections/audit-log/audit-log-summary.queries.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { HoldQueries } from '#projections/holds/holds.queries.js';
import { ModelQueries } from '#projections/models/models.queries.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { targetRef, webhookCreated, webhookId, webhookSecret, webhookUrl } from '#test/fakes/webhook-events.js';
import { ReportEvidenceReader } from './report-evidence-reader.js';

const organizationId = 'org_1';
const november = { organizationId, start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
const now = '2026-12-01T08:00:00.000Z';
const settings = readSettings({ TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_DATA_REGION: 'eu-north' });

const log = new EventLog();
const own = { organizationId };
const at = (day: string) => ({ organizationId, occurredAt: `2026-11-${day}T09:00:00.000Z` });

const keyCreated = (keyId: string, changes: { ipAllowlist?: string[]; expiresAt?: string | null } = {}) =>
  log.event(
    'ApiKeyCreated',
    {
      keyId,
      organizationId,
      name: keyId,
      secretHash: keyId.padEnd(64, '0'),
      scopes: ['translate'],
      ipAllowlist: [],
      expiresAt: null,
      ownerSubject: 'sub_ada',
      sealedOwner: 'sealed-owner',
      createdAt: '2026-11-02T09:00:00.000Z',
      ...changes,
    },
    at('02'),
  );

const translated = (day: string) =>
  log.event(
    'TextTranslated',
    {
      organizationId,
      keyId: 'key_1',
      endpoint: 'translate',
      sourceLanguage: 'fi',
      targetLanguage: 'en',
      detectedLanguage: 'fi',
      domain: 'general',
      wordCount: 2,
      characterCount: 11,
      model: 'echo',
      confidence: 1,
      cached: false,
    },
    at(day),
  );

const events = [
  log.event(
    'OrganizationCreated',
    { organizationId, name: 'Acme', tier: 'pro', createdAt: '2026-11-01T08:00:00.000Z' },
    own,
  ),
  keyCreated('key_1', { ipAllowlist: ['192.0.2.0/24'] }),
  keyCreated('key_2', { expiresAt: '2026-11-30T00:00:00.000Z' }),
  keyCreated('key_3', { expiresAt: '2027-11-30T00:00:00.000Z' }),
  keyCreated('key_4'),
  log.event('ApiKeyRevoked', { keyId: 'key_4', organizationId, revokedAt: '2026-11-03T09:00:00.000Z' }, at('03')),
  translated('04'),
  translated('05'),
  log.event(
    'RequestRefused',
    {
      organizationId,
      keyId: 'key_1',
      action: 'translate',
      resource: 'text',
      resourceId: 'req_x',
      code: 'insufficient_scope',
      status: 403,
    },
    at('05'),
  ),
  log.event(webhookCreated.type, webhookCreated.data, at('06')),
  log.event(
    'CertificationRecorded',
    {
      organizationId,
      standard: 'ISO 27001',
      status: 'compliant',
      articles: ['28', '32'],
      level: 'basic',
      certificateId: 'FI-2026-0042',
      reportPeriod: '2026',
      verifiedAt: '2026-10-01T00:00:00.000Z',
      expiresAt: '2027-11-01T00:00:00.000Z',
      expectedDate: '2026-09-01',
      nextNoticeAt: null,
      recordedAt: '2026-11-07T09:00:00.000Z',
    },
    at('07'),
  ),
  log.event(
    'HoldPlaced',
    {
      holdId: 'hold_1',
      organizationId,
      target: { kind: 'resource', resource: 'document', resourceId: 'doc_1' },
      reason: 'Case 7',
      placedAt: '2026-11-08T09:00:00.000Z',
    },
    at('08'),
  ),
  translated('09'),
];
/** Every event but the first leaves an entry. */
const entries = events.length - 1;

describe('evidence of a report', () => {
  let fixture: ReadModelFixture;
  let reader: ReportEvidenceReader;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    await fixture.given(allProjections, events);
    const { dataSource } = fixture;
    const eventStore = new InMemoryEventStore();
    const created = toNewEvents('create', [webhookCreated], { ...uploaderMetadata, organizationId });
    await eventStore.append(streamName(webhook.category, webhookId), created, 'no-stream');
    const secrets = new InMemoryKeyVault();
    const subjectKeys = new InMemorySubjectKeys();
    await new ChangeProcessingRecordHandler(eventStore, subjectKeys).execute(
      new ChangeProcessingRecord(
        { controller: 'Acme Oy', purposes: ['Translation', 'Archive'] },
        { ...uploaderMetadata, organizationId },
      ),
    );
    await keepEndpoint(secrets, targetRef, { url: webhookUrl, secret: webhookSecret, previous: null }, organizationId);
    reader = new ReportEvidenceReader(
      {
        auditLog: new AuditLogSummaryQueries(dataSource, {
          openMany: async (items) => items.map(() => ({ user_id: 'usr_ada' })),
        }),
        organizations: new OrganizationQueries(dataSource),
        apiKeys: new ApiKeyQueries(dataSource, { openMany: async (items) => items.map(() => ({})) }),
        webhooks: new WebhookQueries(dataSource),
        certifications: new CertificationQueries(dataSource),
        holds: new HoldQueries(dataSource, { openMany: async (items) => items.map(() => ({})) }),
        models: new ModelQueries(dataSource),
        eventStore,
        secrets,
        subjectKeys,
        inference: createEchoEngine(),
        settings,
      },
      () => new Date(now),
    );
  });
  afterAll(() => fixture.close());

  const read = (upTo = entries): ReportEvidence => reader.of({ ...november, upTo });

  it('acts are counted up to the checkpoint, with the newest ids and the query that lists them', async () => {
    const { rows } = await fixture.pool.query<{ id: string; action: string }>(
      'select id, action from read_model.audit_log order by number desc',
    );
    expect(rows).toHaveLength(entries);
    const idsOf = (...actions: string[]) => rows.flatMap(({ id, action }) => (actions.includes(action) ? [id] : []));
    expect(await read().acts({ actions: ['api_key_create', 'api_key_revoke'] })).toEqual({
      ids: idsOf('api_key_create', 'api_key_revoke'),
      count: 5,
      query: 'action=api_key_create,api_key_revoke&start=2026-11-01&end=2026-12-01',
    });
    expect((await read().acts({ result: 'denied' })).count).toBe(1);
    expect((await read().acts({})).count).toBe(entries);
    expect((await read(entries - 1).acts({})).count).toBe(entries - 1);
    expect(await read().acts({ actions: ['document_upload'] })).toEqual({ ids: [], count: 0, query: null });
  });

  it('failures, translations and who acted are counted', async () => {
    expect(await read().failures()).toEqual({
      byDay: [{ day: '2026-11-05', denied: 1, failed: 0 }],
      byCode: [{ code: 'insufficient_scope', result: 'denied', count: 1 }],
    });
    expect(await read().actors()).toEqual([{ actor: 'api_key', count: entries }]);
    expect(await read().translations()).toEqual([{ source: 'fi', target: 'en', count: 3 }]);
  });

  it('usage is that of the entries of the period, up to the checkpoint, and keys have their names', async () => {
    const usage = await read().usage();
    expect(usage.characters).toBe(33);
    expect(usage.byDay.find(({ day }) => day === '2026-11-04')).toEqual({
      day: '2026-11-04',
      characters: 11,
      requests: 1,
    });
    expect(usage.byKey).toEqual([{ key_id: 'key_1', key_name: 'key_1', characters: 33, requests: usage.requests }]);
    const ada = { user_id: 'usr_ada', user_name: null, user_email: null };
    expect(usage.byUser).toEqual([{ ...ada, characters: 33, requests: usage.requests }]);
    expect(usage.byLanguagePair).toEqual([
      { source_language: 'fi', target_language: 'en', requests: 3, characters: 33 },
    ]);
    const before = await read(entries - 1).usage();
    expect([usage.characters - before.characters, usage.requests - before.requests]).toEqual([11, 1]);
    const october = reader.of({
      ...november,
      start: '2026-10-01T00:00:00.000Z',
      end: '2026-11-01T00:00:00.000Z',
      upTo: entries,
    });
    expect(await october.usage()).toMatchObject({ characters: 0, requests: 0 });
  });

  it('the organization is as it is now: keys that work, hosts of its webhooks, what it recorded', async () => {
    const organization = await read().organization();
    expect(organization).toMatchObject({
      id: organizationId,
      name: 'Acme',
      tier: 'pro',
      status: 'active',
      retention: { documents: 'P7D', reports: 'P30D', webhookDeliveries: '' },
      webhooks: [{ id: webhookId, host: new URL(webhookUrl).host, events: ['document.completed'] }],
      certifications: [
        {
          standard: 'ISO 27001',
          status: 'compliant',
          articles: ['28', '32'],
          level: 'basic',
          certificateId: 'FI-2026-0042',
          reportPeriod: '2026',
          verifiedAt: '2026-10-01T00:00:00.000Z',
          expiresAt: '2027-11-01T00:00:00.000Z',
          expectedDate: '2026-09-01',
        },
      ],
      activeHolds: 1,
      declared: [
        { field: 'controller', values: ['Acme Oy'] },
        { field: 'purposes', values: ['Translation', 'Archive'] },
      ],
    });
    const keys = organization.keys.map(({ id, addressesRestricted, expiresAt }) => [
      id,
      addressesRestricted,
      expiresAt,
    ]);
    expect(keys.toSorted()).toEqual([
      ['key_1', true, null],
      ['key_3', false, '2027-11-30T00:00:00.000Z'],
    ]);
  });

  it('the service is what the settings and the engine say', async () => {
    const service = await read().service();
    expect(service.dataResidency.region).toBe('eu-north');
    expect(service.inference.engine).toBe('echo');
    expect(service.inference.pairs.length).toBeGreaterThan(0);
    expect(Object.keys(service.settings)).toContain('TRANSLEDGER_TIER_PRO_REQUESTS_PER_MINUTE');
  });

  it.each(Object.entries(controlReports))('the report %s is made of it', async (_type, build) => {
    const { sections } = await build(read());
    const stated = [...sections, ...sections.flatMap(({ controls = [] }) => controls)];
    const linked = stated.filter(({ evidence }) => evidence.count > 0);
    expect(linked.length).toBeGreaterThan(0);
    for (const { evidence } of linked) expect(evidence.ids).toHaveLength(evidence.count);
  });
});
