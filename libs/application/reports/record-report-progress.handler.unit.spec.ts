import { it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { reportCompleted, reportId, reportRequested } from '#test/fakes/report-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordReportProgress, RecordReportProgressHandler } from './record-report-progress.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordReportProgressHandler(eventStore));
const progress = new RecordReportProgress(reportId, 40, uploaderMetadata);

it('progress is recorded once, until the report has ended', async () => {
  await given(stream(report, reportId, reportRequested))
    .when(progress)
    .thenOnce({ type: 'ReportProgressed', data: { progress: 40 } });
  await given(stream(report, reportId, reportRequested, reportCompleted))
    .when(progress)
    .then();
});
