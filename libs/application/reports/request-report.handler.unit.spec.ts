import { expect, it } from 'vitest';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { RequestReport, RequestReportHandler } from './request-report.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RequestReportHandler(eventStore));
const wanted = { type: 'audit', period: { start: '2026-10-01', end: '2026-10-31' }, format: 'json' } as const;

it('a report is requested of the organization of the caller, with an estimate', async () => {
  const { result } = await given()
    .when(new RequestReport(wanted, uploaderMetadata))
    .then({
      type: 'ReportRequested',
      data: {
        organizationId: 'org_1',
        reportType: 'audit',
        period: wanted.period,
        format: 'json',
        requestedAt: uploaderMetadata.occurredAt,
        estimatedCompletion: '2026-11-21T08:01:00.000Z',
      },
    });
  expect(result).toMatch(/^rep_[0-9A-Z]{26}$/);
});
