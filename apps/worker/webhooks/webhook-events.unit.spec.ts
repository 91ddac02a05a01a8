import { expect, it } from 'vitest';
import type { EventOf } from '#libs/domain/domain-event.js';
import { reportBlobId, reportCompleted, reportId } from '#test/fakes/report-events.js';
import { payloadOf, toldTypes } from './webhook-events.js';

it('a certification that expires is told with the days that are left', () => {
  const data = {
    organizationId: 'org_a',
    standard: 'ISO 27001',
    expiresAt: '2026-12-23T00:00:00.000Z',
    daysLeft: 30,
    nextNoticeAt: null,
    noticedAt: '2026-11-23T10:00:00.000Z',
  };
  expect(payloadOf({ type: 'CertificationExpiring', data }, 'https://mt.example.com')).toEqual({
    event: 'compliance.certification_expiring',
    standard: 'ISO 27001',
    expires_at: '2026-12-23T00:00:00.000Z',
    days_left: 30,
    timestamp: '2026-11-23T10:00:00.000Z',
  });
});

it('a report that is ready is told with the address of its download', () => {
  const payload = payloadOf(reportCompleted, 'https://mt.example.com');
  expect(payload).toEqual({
    event: 'compliance.report_ready',
    report_id: reportId,
    type: 'usage',
    format: 'csv',
    download_url: `https://mt.example.com/v1/compliance/reports/${reportId}/download`,
    expires_at: '2026-12-21T08:00:00.000Z',
    timestamp: '2026-11-21T08:00:00.000Z',
  });
  expect(JSON.stringify(payload)).not.toContain(reportBlobId);
});

it('an export of the audit log is told without the user, who is named only as it is sent', () => {
  const data: EventOf<'AuditLogExportCompleted'>['data'] = {
    exportId: 'exp_1',
    organizationId: 'org_a',
    format: 'csv',
    entries: 3,
    sha256: 'ab',
    checkpoint: 'note',
    nextCursor: 'aud_3',
    completedAt: '2026-11-23T10:00:00.000Z',
  };
  expect(payloadOf({ type: 'AuditLogExportCompleted', data }, 'https://mt.example.com')).toEqual({
    event: 'compliance.audit_log_exported',
    export_id: 'exp_1',
    format: 'csv',
    entries: 3,
    sha256: 'ab',
    timestamp: '2026-11-23T10:00:00.000Z',
  });
});

it('what webhooks do not tell of has no payload', () => {
  const data = { organizationId: 'org_a', standard: 'ISO 27001', deletedAt: '2026-11-23T10:00:00.000Z' };
  expect(payloadOf({ type: 'CertificationDeleted', data }, 'https://mt.example.com')).toBeUndefined();
  expect(toldTypes).toContain('CertificationExpiring');
});
