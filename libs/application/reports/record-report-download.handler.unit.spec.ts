import { describe, expect, it } from 'vitest';
import { report } from '#libs/domain/report/report.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { reportBlobId, reportCompleted, reportFailed, reportId, reportRequested } from '#test/fakes/report-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { fileForDownload } from './own-report.js';
import { RecordReportDownload, RecordReportDownloadHandler } from './record-report-download.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordReportDownloadHandler(eventStore));
const completed = stream(report, reportId, reportRequested, reportCompleted);
const download = (organizationId = uploaderMetadata.organizationId, id = reportId) =>
  new RecordReportDownload(id, { ...uploaderMetadata, organizationId });

describe('RecordReportDownload', () => {
  it('a download is recorded, and has the file', async () => {
    const { result } = await given(completed).when(download()).then({ type: 'ReportDownloaded', data: { reportId } });
    expect(result).toMatchObject({ blobId: reportBlobId, sizeBytes: 7 });
  });

  it('a download is recorded once, however often it is sent', () =>
    given(completed).when(download()).thenOnce({ type: 'ReportDownloaded' }));

  it('a report of another organization, or with an id of another form, is not found', async () => {
    await given(completed).when(download('org_2')).thenRejected('not_found');
    await given(completed).when(download('org_1', 'rep_1')).thenRejected('not_found');
  });

  it('a report that is not ready or has failed is refused', async () => {
    await given(stream(report, reportId, reportRequested))
      .when(download())
      .thenRejected('conflict');
    await given(stream(report, reportId, reportRequested, reportFailed))
      .when(download())
      .thenRejected('processing_failed');
  });
});

it('the file of a download is shown without a download', async () => {
  const ports = await given(completed).when(download('org_2')).thenRejected('not_found');
  const before = ports.eventStore.events.length;
  expect(await fileForDownload(ports.eventStore, 'org_1', reportId)).toMatchObject({ blobId: reportBlobId });
  expect((await rejectionOf(() => fileForDownload(ports.eventStore, 'org_2', reportId))).code).toBe('not_found');
  expect(ports.eventStore.events).toHaveLength(before);
});
