import { isId, isUlid } from '#libs/platform/ids/id-form.js';
import { newId } from '#libs/platform/ids/new-id.js';

/** Beginning of the ids of all blobs of reports. */
export const reportBlobs = 'rep_';

/** Id of a blob for the file of a report: each try has its own, so that none replaces what another has completed. */
export const newReportBlob = (reportId: string): string => `${reportId}-${newId('file').slice('file_'.length)}`;

/** The report that a blob belongs to, by the blob's id; undefined for all other blobs. */
export const reportOfBlob = (blobId: string): string | undefined => {
  const [reportId = '', attempt = '', ...rest] = blobId.split('-');
  return isId(reportId, 'rep') && isUlid(attempt) && rest.length === 0 ? reportId : undefined;
};
