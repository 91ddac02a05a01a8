import { describe, expect, it } from 'vitest';
import { auditEntryOf } from './audit-entry.js';
import { by, event, now } from './recorded-act.fixture.js';

const hook = { webhookId: 'whk_1', organizationId: 'org_a' };
const held = { holdId: 'hold_1', organizationId: 'org_a', reason: 'Case 7', placedAt: now };
const report = { reportId: 'rep_1', organizationId: 'org_a', reportType: 'usage', format: 'csv' } as const;

describe('the audit entries of acts of administration', () => {
  it.each([
    [
      'api_key_rotate api_key',
      event('ApiKeyRotated', { ...by, keyId: 'key_2', successorId: 'key_3', graceEndsAt: now }),
      { resource_id: 'key_2', metadata: { successor_id: 'key_3', grace_ends_at: now } },
    ],
    [
      'api_key_revoke api_key',
      event('ApiKeyRevoked', { ...by, keyId: 'key_2', revokedAt: now }),
      { resource_id: 'key_2' },
    ],
    [
      'certification_update certification',
      event('CertificationRecorded', {
        organizationId: 'org_a',
        standard: 'ISO 27001',
        status: 'in_progress',
        articles: ['A.5'],
        level: 'high',
        certificateId: 'FI-1',
        reportPeriod: '2026',
        verifiedAt: now,
        expiresAt: now,
        expectedDate: '2027-01-31',
        nextNoticeAt: null,
        recordedAt: now,
      }),
      {
        resource_id: 'ISO 27001',
        metadata: {
          status: 'in_progress',
          articles: ['A.5'],
          level: 'high',
          certificate_id: 'FI-1',
          report_period: '2026',
          verified_at: now,
          expires_at: now,
          expected_date: '2027-01-31',
        },
      },
    ],
    [
      'certification_delete certification',
      event('CertificationDeleted', { organizationId: 'org_a', standard: 'ISO 27001', deletedAt: now }),
      { resource_id: 'ISO 27001', metadata: {} },
    ],
    [
      'webhook_create webhook',
      event('WebhookCreated', { ...hook, targetRef: 'ref_1', events: ['document.failed'], createdAt: now }),
      { resource_id: 'whk_1', metadata: { events: ['document.failed'] } },
    ],
    [
      'webhook_update webhook',
      event('WebhookUpdated', {
        ...hook,
        targetRef: 'ref_1',
        events: ['document.failed'],
        isUrlChanged: true,
        isEnabled: false,
        updatedAt: now,
      }),
      { resource_id: 'whk_1', metadata: { events: ['document.failed'], url_changed: true, enabled: false } },
    ],
    [
      'webhook_update webhook',
      event('WebhookSecretRotated', { ...hook, targetRef: 'ref_1', previousValidUntil: now, rotatedAt: now }),
      { resource_id: 'whk_1', metadata: { secret_rotated: true, previous_valid_until: now } },
    ],
    [
      'webhook_replay webhook',
      event('WebhookReplayRequested', { ...hook, start: now, end: now, deliveries: 3, requestedAt: now }),
      { resource_id: 'whk_1', metadata: { start: now, end: now, deliveries: 3 } },
    ],
    [
      'webhook_disable webhook',
      event('WebhookDisabled', { ...hook, reason: 'endpoint_gone', disabledAt: now }),
      { resource_id: 'whk_1', metadata: { reason: 'endpoint_gone' } },
    ],
    [
      'webhook_delete webhook',
      event('WebhookDeleted', { ...hook, targetRef: 'ref_1', deletedAt: now }),
      { resource_id: 'whk_1', metadata: {} },
    ],
    [
      'settings_change organization',
      event('OrganizationTierChanged', { organizationId: 'org_a', tier: 'max', previousTier: 'pro' }),
      { resource_id: 'org_a', metadata: { setting: 'tier', value: 'max', previous_value: 'pro' } },
    ],
    [
      'settings_change organization',
      event('OrganizationSettingsChanged', {
        organizationId: 'org_a',
        changes: { webhookHosts: ['hooks.example.com'], retention: { documents: 'P3D' } },
        previous: {
          name: 'Acme',
          webhookHosts: [],
          retention: { documents: null, reports: 'P10D', webhookDeliveries: null },
        },
        changedAt: now,
      }),
      {
        resource_id: 'org_a',
        metadata: {
          webhook_hosts: ['hooks.example.com'],
          previous_webhook_hosts: [],
          retention_documents: 'P3D',
          previous_retention_documents: null,
        },
      },
    ],
    [
      'hold_place hold',
      event('HoldPlaced', {
        ...held,
        target: { kind: 'resource', resource: 'document', resourceId: 'doc_1' },
      }),
      { resource_id: 'hold_1', metadata: { held_resource: 'document', held_resource_id: 'doc_1', reason: 'Case 7' } },
    ],
    [
      'hold_place hold',
      event('HoldPlaced', {
        ...held,
        target: { kind: 'subject', type: 'user', subject: 'sub_ada', sealedId: 'sealed' },
      }),
      { resource_id: 'hold_1', metadata: { subject_type: 'user', reason: 'Case 7' } },
    ],
    [
      'hold_place hold',
      event('HoldPlaced', {
        ...held,
        target: { kind: 'period', start: '2026-01-01', end: '2026-01-31', from: now, until: now },
      }),
      {
        resource_id: 'hold_1',
        metadata: { period_start: '2026-01-01', period_end: '2026-01-31', reason: 'Case 7' },
      },
    ],
    [
      'subject_erase subject',
      event('ErasureRequested', {
        erasureId: 'era_1',
        organizationId: 'org_a',
        subjectType: 'user',
        subject: 'sub_ada',
        reason: 'Request 7',
        requestedAt: now,
      }),
      { resource_id: 'era_1', metadata: { subject_type: 'user', reason: 'Request 7' } },
    ],
    [
      'subject_access subject',
      event('SubjectDataRead', { ...by, subjectType: 'ip_address', subject: 'sub_ada' }),
      { metadata: { subject_type: 'ip_address' } },
    ],
    [
      'hold_lift hold',
      event('HoldLifted', { holdId: 'hold_1', organizationId: 'org_a', liftedAt: now }),
      { resource_id: 'hold_1', metadata: {} },
    ],
    [
      'report_create report',
      event('ReportRequested', {
        ...report,
        period: { start: '2026-10-01', end: '2026-10-31' },
        requestedAt: now,
        estimatedCompletion: now,
      }),
      {
        resource_id: 'rep_1',
        metadata: { type: 'usage', period_start: '2026-10-01', period_end: '2026-10-31', format: 'csv' },
      },
    ],
    [
      'report_download report',
      event('ReportDownloaded', { ...report, downloadedAt: now }),
      { resource_id: 'rep_1', metadata: { type: 'usage', format: 'csv' } },
    ],
    [
      'retention_apply report',
      event('ReportExpired', {
        reportId: 'rep_1',
        organizationId: 'org_a',
        blobId: 'rep_1-1',
        expiresAt: now,
        expiredAt: now,
      }),
      { resource_id: 'rep_1', metadata: { expires_at: now, file_count: 1 } },
    ],
    [
      'retention_apply organization',
      event('WebhookDeliveriesRemoved', {
        organizationId: 'org_a',
        deliveryIds: ['whd_1', 'whd_2'],
        retention: 'P14D',
        scheduledBefore: now,
        removedAt: now,
      }),
      {
        resource_id: 'org_a',
        metadata: { deliveries: 2, retention_webhook_deliveries: 'P14D', scheduled_before: now },
      },
    ],
    [
      'organization_suspend organization',
      event('OrganizationSuspended', { organizationId: 'org_a', suspendedAt: now }),
      { resource_id: 'org_a' },
    ],
    [
      'audit_log_export audit_log',
      event('AuditLogExportStarted', {
        exportId: 'exp_1',
        organizationId: 'org_a',
        format: 'csv',
        filters: { action: ['detect'], user_id: { subject: 'sub_eve', sealed: 'sealed-eve' }, ip_address: null },
        after: 4,
        follow: true,
        treeSize: 9,
        startedAt: now,
      }),
      {
        resource_id: 'exp_1',
        result: 'success',
        metadata: {
          format: 'csv',
          tree_size: 9,
          after: 4,
          follow: true,
          action: ['detect'],
          filtered_by: ['ip_address', 'user_id'],
        },
      },
    ],
    [
      'organization_resume organization',
      event('OrganizationResumed', { organizationId: 'org_a', resumedAt: now }),
      { resource_id: 'org_a' },
    ],
  ])('the action and resource of an entry are %s', (actionAndResource, given, expected) => {
    const entry = auditEntryOf(given);
    expect(`${entry?.action} ${entry?.resource}`).toBe(actionAndResource);
    expect(entry).toMatchObject(expected);
  });

  it('the entry of a new key shows what it may do and from where, and nothing of its secret or owner', () => {
    const created = event('ApiKeyCreated', {
      ...by,
      keyId: 'key_2',
      name: 'CI',
      secretHash: 'secret-hash',
      scopes: ['translate'],
      ipAllowlist: ['192.0.2.7'],
      expiresAt: null,
      createdAt: now,
      ownerSubject: 'sub_owner',
      sealedOwner: 'sealed-owner',
    });
    expect(auditEntryOf(created)).toMatchObject({
      action: 'api_key_create',
      resource_id: 'key_2',
      metadata: { name: 'CI', scopes: ['translate'], expires_at: null, ip_allowlist: ['192.0.2.7'] },
    });
    expect(JSON.stringify(auditEntryOf(created))).not.toMatch(/secret-hash|owner/);
  });
});
