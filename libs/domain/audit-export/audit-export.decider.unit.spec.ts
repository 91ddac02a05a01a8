import { describe, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { type AuditExportCommand, auditExport } from './audit-export.decider.js';
import type { AuditExportEvent } from './audit-export.events.js';

const by = { exportId: 'exp_1', organizationId: 'org_1' };
const started: AuditExportEvent = {
  type: 'AuditLogExportStarted',
  data: {
    ...by,
    format: 'ndjson',
    filters: { action: ['detect'], user_id: null },
    after: null,
    follow: false,
    treeSize: 7,
    startedAt: '2026-11-21T08:00:00.000Z',
  },
};
const start: AuditExportCommand = { type: 'StartAuditExport', data: started.data };
const end = {
  ...by,
  entries: 5,
  sha256: 'ab',
  checkpoint: 'note',
  nextCursor: 'aud_1',
  completedAt: '2026-11-21T08:00:01.000Z',
};
const broken = { ...by, entries: 3, brokenAt: '2026-11-21T08:00:01.000Z' };

describe('an export of the audit log', () => {
  it('an export is started once', () => {
    given(auditExport, []).when(start).then([started]);
    given(auditExport, [started]).when(start).thenRejected('conflict');
  });

  it('an export ends once, whole or broken', () => {
    const completed = { type: 'AuditLogExportCompleted', data: { ...end, format: 'ndjson' } } as const;
    given(auditExport, [started]).when({ type: 'CompleteAuditExport', data: end }).then([completed]);
    given(auditExport, [started])
      .when({ type: 'BreakAuditExport', data: broken })
      .then([{ type: 'AuditLogExportBroken', data: broken }]);
    given(auditExport, [started, completed]).when({ type: 'BreakAuditExport', data: broken }).then([]);
    given(auditExport, [started, completed]).when({ type: 'CompleteAuditExport', data: end }).then([]);
  });

  it('an export that was abandoned ends once, and not after another end', () => {
    const data = { ...by, abandonedAt: '2026-11-21T08:02:00.000Z' };
    const abandoned = { type: 'AuditLogExportAbandoned', data } as const;
    given(auditExport, [started]).when({ type: 'AbandonAuditExport', data }).then([abandoned]);
    given(auditExport, [started, abandoned]).when({ type: 'AbandonAuditExport', data }).then([]);
    given(auditExport, [started, abandoned]).when({ type: 'CompleteAuditExport', data: end }).then([]);
    const ended = { type: 'AuditLogExportBroken', data: broken } as const;
    given(auditExport, [started, ended]).when({ type: 'AbandonAuditExport', data }).then([]);
  });

  it('what was never started does not end', () => {
    given(auditExport, []).when({ type: 'BreakAuditExport', data: broken }).thenRejected('not_found');
  });
});
