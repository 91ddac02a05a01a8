import { assertNever, type Decider } from '../decider.js';
import { Rejection } from '../errors/rejection.js';
import type { ReportCommand } from './report.commands.js';
import type { ReportEvent, ReportEventData, ReportFailure } from './report.events.js';

type Request = ReportEventData<'ReportRequested'>;
type ReportFile = Pick<ReportEventData<'ReportCompleted'>, 'blobId' | 'sizeBytes' | 'expiresAt'>;

export type Report =
  | { status: 'none' }
  | { status: 'generating'; request: Request; progress: number }
  | { status: 'completed' | 'expired'; request: Request; file: ReportFile }
  | { status: 'failed'; request: Request; error: ReportFailure };

export const reportNotFound = (): Rejection => new Rejection('not_found', { message: 'The report does not exist.' });

/** @throws Rejection as a download is refused */
const downloadable = (report: Report): Extract<Report, { file: ReportFile }> => {
  switch (report.status) {
    case 'none':
      throw reportNotFound();
    case 'generating':
      throw new Rejection('conflict', { message: 'The report is still being generated.', retryAfter: 5 });
    case 'failed':
      throw new Rejection('processing_failed', { message: report.error.message });
    case 'expired':
      throw new Rejection('not_found', { message: 'The report has expired.' });
    case 'completed':
      return report;
    default:
      return assertNever(report);
  }
};

const idsOf = ({ reportId, organizationId }: Request) => ({ reportId, organizationId });

/** A report that has ended stays as it is, however often its end is told. */
const decide = (command: ReportCommand, report: Report): ReportEvent[] => {
  switch (command.type) {
    case 'RequestReport':
      if (report.status !== 'none') throw new Rejection('conflict', { message: 'The report exists already.' });
      return [{ type: 'ReportRequested', data: command.request }];
    case 'RecordReportProgress': {
      const { progress } = command;
      if (report.status !== 'generating' || progress <= report.progress) return [];
      return [{ type: 'ReportProgressed', data: { ...idsOf(report.request), progress } }];
    }
    case 'CompleteReport': {
      if (report.status !== 'generating') return [];
      const { reportType, format } = report.request;
      const { file, treeSize, expiresAt, now: completedAt } = command;
      const made = { ...file, treeSize, completedAt, expiresAt };
      return [{ type: 'ReportCompleted', data: { ...idsOf(report.request), reportType, format, ...made } }];
    }
    case 'FailReport': {
      if (report.status !== 'generating') return [];
      const { reportType } = report.request;
      const { error, now: failedAt } = command;
      return [{ type: 'ReportFailed', data: { ...idsOf(report.request), reportType, error, failedAt } }];
    }
    case 'DownloadReport': {
      const { request } = downloadable(report);
      const { reportType, format } = request;
      return [{ type: 'ReportDownloaded', data: { ...idsOf(request), reportType, format, downloadedAt: command.now } }];
    }
    case 'ExpireReport': {
      if (report.status !== 'completed' || command.now < report.file.expiresAt) return [];
      const { blobId, expiresAt } = report.file;
      return [{ type: 'ReportExpired', data: { ...idsOf(report.request), blobId, expiresAt, expiredAt: command.now } }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (report: Report, event: ReportEvent): Report => {
  switch (event.type) {
    case 'ReportRequested':
      return { status: 'generating', request: event.data, progress: 0 };
    case 'ReportProgressed':
      return report.status === 'generating' ? { ...report, progress: event.data.progress } : report;
    case 'ReportCompleted': {
      if (report.status !== 'generating') return report;
      const { blobId, sizeBytes, expiresAt } = event.data;
      return { status: 'completed', request: report.request, file: { blobId, sizeBytes, expiresAt } };
    }
    case 'ReportFailed':
      if (report.status !== 'generating') return report;
      return { status: 'failed', request: report.request, error: event.data.error };
    case 'ReportDownloaded':
      return report;
    case 'ReportExpired':
      return report.status === 'completed' ? { ...report, status: 'expired' } : report;
    default:
      return assertNever(event);
  }
};

/** A compliance report, from its request to its one end, and the end of its file. */
export const report: Decider<ReportCommand, ReportEvent, Report> = {
  category: 'report',
  initialState: { status: 'none' },
  decide,
  evolve,
};
