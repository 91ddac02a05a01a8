import { describe, expect, it } from 'vitest';
import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import { uploaderMetadata as metadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { organizationId, wantedExport } from './audit-exports.fixture.js';
import { EndAuditExport, EndAuditExportHandler } from './end-audit-export.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new EndAuditExportHandler(eventStore));
const startedAt = '2026-11-21T08:00:00.000Z';
const endedAt = '2026-11-21T08:09:00.000Z';
const started = stream(auditExport, 'exp_1', {
  type: 'AuditLogExportStarted',
  data: { ...wantedExport, filters: {}, organizationId, startedAt },
});
const whole = { entries: 5, sha256: 'ab', checkpoint: 'note', nextCursor: 'aud_5' };

describe('EndAuditExport', () => {
  it('the end of a whole export says what it holds, at the time of its end', async () => {
    const completed = {
      type: 'AuditLogExportCompleted',
      data: { ...whole, exportId: 'exp_1', organizationId, format: 'ndjson', completedAt: endedAt },
    } as const;
    const { ports } = await given(started)
      .when(new EndAuditExport('exp_1', whole, endedAt, metadata))
      .then(completed);
    expect(ports.eventStore.events.at(-1)?.metadata).toMatchObject({
      occurredAt: endedAt,
      requestId: metadata.requestId,
    });
    await given(started)
      .when(new EndAuditExport('exp_1', whole, endedAt, metadata))
      .thenOnce(completed);
  });

  it('a broken export says how far it came', async () => {
    await given(started)
      .when(new EndAuditExport('exp_1', { brokenAfter: 3 }, endedAt, metadata))
      .then({ type: 'AuditLogExportBroken', data: { exportId: 'exp_1', entries: 3, brokenAt: endedAt } });
  });
});
