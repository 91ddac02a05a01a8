import type { ReportEventData, ReportFailure } from './report.events.js';

export type ReportCommand =
  | { type: 'RequestReport'; request: ReportEventData<'ReportRequested'> }
  | { type: 'RecordReportProgress'; progress: number; generation: number }
  | {
      type: 'CompleteReport';
      file: Pick<ReportEventData<'ReportCompleted'>, 'blobId' | 'sizeBytes' | 'sha256'>;
      /** The generation that the file was made in. */
      generation: number;
      treeSize: number;
      expiresAt: string;
      now: string;
    }
  | { type: 'FailReport'; error: ReportFailure; now: string }
  | { type: 'DownloadReport'; now: string }
  | { type: 'ExpireReport'; now: string }
  | { type: 'BeginReportAnew' };
