import { expect, it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import {
  reportBegunAnew,
  reportBlobId,
  reportCompleted,
  reportExpiresAt,
  reportFailed,
  reportId,
  reportRequested,
} from '#test/fakes/report-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { CompleteReport, CompleteReportHandler } from './complete-report.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new CompleteReportHandler(eventStore));
const complete = (blobId = reportBlobId, generation = 0) =>
  new CompleteReport(
    { reportId, generation, blob: { id: blobId, size: 7, sha256: 'ab' }, treeSize: 42, expiresAt: reportExpiresAt },
    uploaderMetadata,
  );

it('a report is completed with its file, once', async () => {
  await given(stream(report, reportId, reportRequested))
    .when(complete())
    .thenOnce(reportCompleted);
});

it('a try that comes after another one completed the report writes nothing, and learns which file it has', async () => {
  const { result } = await given(stream(report, reportId, reportRequested, reportCompleted))
    .when(complete(`${reportId}-01KAH3W7J4B2X8Y6Z5V9T0S1R3`))
    .then();
  expect(result).toMatchObject({ status: 'completed', file: { blobId: reportBlobId } });
});

it('a report that has failed is not completed', () =>
  given(stream(report, reportId, reportRequested, reportFailed))
    .when(complete())
    .then());

it('a file that was begun before an erasure is not taken, and whoever made it learns that the report is begun anew', async () => {
  const begunAnew = stream(report, reportId, reportRequested, reportBegunAnew);
  const { result } = await given(begunAnew).when(complete()).then();
  expect(result).toMatchObject({ status: 'generating', generation: 1 });
  await given(begunAnew).when(complete(reportBlobId, 1)).then(reportCompleted);
});
