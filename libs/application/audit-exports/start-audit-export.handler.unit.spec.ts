import { describe, expect, it } from 'vitest';
import { uploaderMetadata as metadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { organizationId, wantedExport } from './audit-exports.fixture.js';
import { StartAuditExport, StartAuditExportHandler } from './start-audit-export.handler.js';

const { given } = handlerSpecification(
  ({ eventStore, subjectKeys }) => new StartAuditExportHandler(eventStore, subjectKeys),
  ({ subjectKeys }) => subjectKeys.subjectFor(organizationId, 'eve'),
);

describe('StartAuditExport', () => {
  it('the start of an export is written once, with what was asked for', async () => {
    const started = {
      type: 'AuditLogExportStarted',
      data: { ...wantedExport, organizationId, startedAt: metadata.occurredAt },
    } as const;
    await given().when(new StartAuditExport(wantedExport, metadata)).then(started);
    await given().when(new StartAuditExport(wantedExport, metadata)).thenOnce(started);
  });

  it('whom it was narrowed down to is sealed for that person, and an unknown one is not named', async () => {
    const filters = { user_id: 'eve', ip_address: '192.0.2.9' };
    const { ports } = await given()
      .when(new StartAuditExport({ ...wantedExport, filters }, metadata))
      .then({ type: 'AuditLogExportStarted', data: { filters: { ip_address: null } } });
    const text = JSON.stringify(ports.eventStore.events.at(-1)?.data);
    expect(text).not.toContain('eve');
    expect(text).not.toContain('192.0.2.9');
    const data = ports.eventStore.events.at(-1)?.data as { filters: { user_id: { subject: string; sealed: string } } };
    const { subject, sealed } = data.filters.user_id;
    expect(await ports.subjectKeys.open(subject, sealed)).toEqual({ value: 'eve' });
  });
});
