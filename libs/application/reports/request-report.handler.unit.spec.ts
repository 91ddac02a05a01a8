import { expect, it } from 'vitest';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { handlerSpecification } from '#test/handler/handler-specification.js';
import { RequestReport, RequestReportHandler } from './request-report.handler.js';

const handlerBy = (used: number) =>
  handlerSpecification(
    ({ eventStore }) => new RequestReportHandler(eventStore, { state: async () => ({ used, limit: 1_000 }) }),
  );
const { given } = handlerBy(999);
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

it('a report is refused where nothing is left of the storage of the organization', async () => {
  const refused = handlerBy(1_000).given().when(new RequestReport(wanted, uploaderMetadata)).then();
  await expect(refused).rejects.toMatchObject({ kind: 'storage-exceeded', asked: 1, used: 1_000, limit: 1_000 });
});
