import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventContext, EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { usage } from './usage.projection.js';
import { UsageQueries } from './usage.queries.js';

describe('the usage of acts that translate nothing', () => {
  let fixture: ReadModelFixture;
  let queries: UsageQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new UsageQueries(fixture.dataSource, { openMany: async () => [] });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('usage'));

  const log = new EventLog();
  const on = (day: string, more: EventContext = {}): EventContext => ({
    occurredAt: `2026-11-${day}T23:59:59.999Z`,
    ...more,
  });

  it('each act on a glossary counts as a request without characters', async () => {
    const glossary = { glossaryId: 'glo_1', organizationId: 'org_a' };
    const version = {
      ...glossary,
      name: 'terms',
      sourceLanguage: 'fi',
      targetLanguage: 'en',
      domain: null,
      version: 1,
      entryCount: 2,
      blobId: 'blob_1',
      sizeBytes: 1,
      sha256: '00',
      createdAt: '2026-11-21T10:00:00.000Z',
      updatedAt: '2026-11-21T10:00:00.000Z',
    };
    await fixture.given(
      [usage],
      [
        log.event('GlossaryCreated', version, on('21')),
        log.event('GlossaryEntriesReplaced', { ...version, version: 2, droppedBlobIds: [] }, on('21')),
        log.event('GlossaryDeleted', { ...glossary, blobIds: [], deletedAt: version.createdAt }, on('21')),
      ],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      by_endpoint: [{ endpoint: 'glossaries', requests: 3, characters: 0 }],
    });
  });

  it('each act on a webhook counts as a request without characters, one that the service disables does not', async () => {
    const hook = { webhookId: 'whk_1', organizationId: 'org_a' };
    const kept = { ...hook, targetRef: 'ref_1' };
    const now = '2026-11-21T10:00:00.000Z';
    await fixture.given(
      [usage],
      [
        log.event('WebhookCreated', { ...kept, events: [], createdAt: now }, on('21')),
        log.event(
          'WebhookUpdated',
          { ...kept, events: [], isUrlChanged: true, isEnabled: false, updatedAt: now },
          on('21'),
        ),
        log.event('WebhookSecretRotated', { ...kept, previousValidUntil: now, rotatedAt: now }, on('21')),
        log.event(
          'WebhookReplayRequested',
          { ...hook, start: now, end: now, deliveries: 0, requestedAt: now },
          on('21'),
        ),
        log.event('WebhookDisabled', { ...hook, reason: 'failing', disabledAt: now }, on('21')),
        log.event('WebhookDeleted', { ...kept, deletedAt: now }, on('21')),
      ],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      by_endpoint: [{ endpoint: 'webhooks', requests: 5, characters: 0 }],
    });
  });

  it('each act of a key on a key counts as a request without characters, an act of the operator does not', async () => {
    const key = { keyId: 'key_2', organizationId: 'org_a' };
    const created = {
      ...key,
      name: 'second',
      secretHash: '00',
      scopes: [],
      ipAllowlist: [],
      expiresAt: null,
      createdAt: '2026-11-21T10:00:00.000Z',
      ownerSubject: 'sub_1',
      sealedOwner: 'sealed',
    };
    const rotated = { ...key, successorId: 'key_3', graceEndsAt: '2026-11-22T10:00:00.000Z' };
    await fixture.given(
      [usage],
      [
        log.event('ApiKeyCreated', created, on('21')),
        log.event('ApiKeyIssuedByRotation', { ...created, keyId: 'key_3', rotatedFrom: 'key_2' }, on('21')),
        log.event('ApiKeyRotated', rotated, on('21')),
        log.event('ApiKeyRevoked', { ...key, revokedAt: '2026-11-21T10:00:00.000Z' }, on('21')),
        log.event('ApiKeyCreated', { ...created, keyId: 'key_4' }, on('21', { keyId: null })),
      ],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      requests: 3,
      by_key: [{ key_id: 'key_1', requests: 3, characters: 0 }],
      by_endpoint: [{ endpoint: 'api_keys', requests: 3, characters: 0 }],
    });
  });

  it('each act of compliance and of settings counts as a request, whatever the service does of it does not', async () => {
    const now = '2026-11-21T10:00:00.000Z';
    const of = { organizationId: 'org_a' };
    const hold = { ...of, holdId: 'hold_1' };
    const target = { kind: 'resource', resource: 'document', resourceId: 'doc_1' } as const;
    const exported = { ...of, exportId: 'exp_1' };
    const certification = {
      ...{ standard: 'ISO 27001', status: 'compliant' as const, articles: [], level: null, certificateId: null },
      ...{ reportPeriod: null, verifiedAt: null, expiresAt: null, expectedDate: null },
      nextNoticeAt: null,
      recordedAt: now,
    };
    const settings = {
      name: 'A',
      webhookHosts: [],
      retention: { documents: null, reports: null, webhookDeliveries: null },
    };
    const changed = { ...of, changes: { name: 'B' }, previous: settings, changedAt: now };
    const started = {
      ...exported,
      format: 'csv',
      filters: {},
      after: null,
      follow: false,
      treeSize: 7,
      startedAt: now,
    } as const;
    const erasure = {
      ...of,
      erasureId: 'era_1',
      subject: 'sub_2',
      subjectType: 'user',
      reason: 'asked',
      requestedAt: now,
    } as const;
    await fixture.given(
      [usage],
      [
        log.event('HoldPlaced', { ...hold, target, reason: 'Case 7', placedAt: now }, on('21')),
        log.event('HoldLifted', { ...hold, liftedAt: now }, on('21')),
        log.event('CertificationRecorded', { ...of, ...certification }, on('21')),
        log.event('CertificationDeleted', { ...of, standard: 'ISO 27001', deletedAt: now }, on('21')),
        log.event('AuditLogExportStarted', started, on('21')),
        log.event('AuditLogExportBroken', { ...exported, entries: 1, brokenAt: now }, on('21')),
        log.event('ErasureRequested', erasure, on('21')),
        log.event('SubjectDataRead', { ...of, keyId: 'key_1', subjectType: 'user', subject: 'sub_2' }, on('21')),
        log.event('OrganizationSettingsChanged', changed, on('21')),
        log.event('OrganizationSettingsChanged', changed, on('21', { keyId: null, actorType: 'user' })),
        log.event('OrganizationSettingsChanged', changed, on('21', { keyId: null, actorType: 'operator' })),
      ],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      requests: 9,
      by_key: [
        { key_id: 'key_1', requests: 8 },
        { key_id: null, requests: 1 },
      ],
      by_endpoint: [
        { endpoint: 'compliance', requests: 7, characters: 0 },
        { endpoint: 'organization', requests: 2, characters: 0 },
      ],
    });
  });

  it('acts on compliance, on the organization and on users count for callers, and not for the operator', async () => {
    const types = [
      ...['CertificationRecorded', 'CertificationDeleted', 'HoldPlaced', 'HoldLifted'],
      ...['AuditLogExportStarted', 'ErasureRequested', 'SubjectDataRead'],
      ...['OrganizationSettingsChanged', 'UserInviteRenewed'],
    ] as Parameters<typeof log.event>[0][];
    const byOperator: EventContext = { keyId: null, actorType: 'operator' };
    await fixture.given(
      [usage],
      types.flatMap((type) => [
        log.event(type, {} as never, on('21')),
        log.event(type, {} as never, { ...on('21'), ...byOperator }),
      ]),
    );
    const { by_endpoint } = await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22');
    expect(by_endpoint.map(({ endpoint, requests }) => [endpoint, requests]).sort()).toEqual([
      ['auth', 1],
      ['compliance', 7],
      ['organization', 1],
    ]);
  });

  it('a report that was requested and downloaded counts as two requests of compliance', async () => {
    const ids = { reportId: 'rep_1', organizationId: 'org_a', reportType: 'usage', format: 'csv' } as const;
    const at = '2026-11-21T10:00:00.000Z';
    const period = { start: '2026-10-01', end: '2026-10-31' };
    await fixture.given(
      [usage],
      [
        log.event('ReportRequested', { ...ids, period, requestedAt: at, estimatedCompletion: at }, on('21')),
        log.event('ReportDownloaded', { ...ids, downloadedAt: at }, on('21')),
      ],
    );
    const { by_endpoint } = await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22');
    expect(by_endpoint).toEqual([{ endpoint: 'compliance', requests: 2, characters: 0 }]);
  });
});
