import { expect, it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { reportBegunAnew, reportCompleted, reportId, reportRequested } from '#test/fakes/report-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordReportProgress, RecordReportProgressHandler } from './record-report-progress.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordReportProgressHandler(eventStore));
const progress = new RecordReportProgress(reportId, 0, 40, uploaderMetadata);

it('progress is recorded once, until the report has ended', async () => {
  await given(stream(report, reportId, reportRequested))
    .when(progress)
    .thenOnce({ type: 'ReportProgressed', data: { progress: 40 } });
  await given(stream(report, reportId, reportRequested, reportCompleted))
    .when(progress)
    .then();
});

it('a generation of a report that was begun anew tells of no progress, the next one does', async () => {
  const begunAnew = stream(report, reportId, reportRequested, reportBegunAnew);
  const { result } = await given(begunAnew).when(progress).then();
  expect(result).toMatchObject({ status: 'generating', generation: 1 });
  await given(begunAnew)
    .when(new RecordReportProgress(reportId, 1, 40, uploaderMetadata))
    .then({ type: 'ReportProgressed', data: { progress: 40 } });
});
