import { expect, it } from 'vitest';
import { newReportBlob, reportOfBlob } from './stored-report.js';

const reportId = 'rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2';

it('the blob of a report names its report, and each try has another', () => {
  const blobId = newReportBlob(reportId);
  expect(reportOfBlob(blobId)).toBe(reportId);
  expect(newReportBlob(reportId)).not.toBe(blobId);
});

it.each(['doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2-source', reportId, `${reportId}-x`, `${newReportBlob(reportId)}-x`])(
  '%s is the blob of no report',
  (blobId) => expect(reportOfBlob(blobId)).toBeUndefined(),
);
