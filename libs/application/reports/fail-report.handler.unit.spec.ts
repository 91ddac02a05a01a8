import { expect, it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { reportCompleted, reportFailed, reportId, reportRequested } from '#test/fakes/report-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { FailReport, FailReportHandler } from './fail-report.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new FailReportHandler(eventStore));
const failure = { code: 'processing_failed', message: 'The report could not be generated.' };
const fail = new FailReport(reportId, failure, uploaderMetadata);

it('a report fails with its reason', async () => {
  const { result } = await given(stream(report, reportId, reportRequested))
    .when(fail)
    .then(reportFailed);
  expect(result).toBe(true);
});

it('a report that has ended does not fail', async () => {
  for (const end of [reportCompleted, reportFailed]) {
    const { result } = await given(stream(report, reportId, reportRequested, end))
      .when(fail)
      .then();
    expect(result).toBe(false);
  }
});
