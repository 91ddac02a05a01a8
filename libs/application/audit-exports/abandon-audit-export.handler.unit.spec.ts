import { describe, it } from 'vitest';
import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import { uploaderMetadata as metadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { AbandonAuditExport, AbandonAuditExportHandler } from './abandon-audit-export.handler.js';
import { organizationId, wantedExport } from './audit-exports.fixture.js';

const { given } = handlerSpecification(({ eventStore }) => new AbandonAuditExportHandler(eventStore));
const started = stream(auditExport, 'exp_1', {
  type: 'AuditLogExportStarted',
  data: { ...wantedExport, filters: {}, organizationId, startedAt: '2026-11-21T08:00:00.000Z' },
});
const abandon = new AbandonAuditExport('exp_1', metadata);

describe('AbandonAuditExport', () => {
  it('an export without an end gets one, once', () =>
    given(started)
      .when(abandon)
      .thenOnce({
        type: 'AuditLogExportAbandoned',
        data: { exportId: 'exp_1', organizationId, abandonedAt: metadata.occurredAt },
      }));

  it('an export that does not exist is not found', () => given().when(abandon).thenRejected('not_found'));
});
