import { assertNever, type Decider } from '../decider.js';
import { Rejection } from '../errors/rejection.js';
import type { ReportCommand } from './report.commands.js';
import type { ReportEvent, ReportEventData, ReportFailure } from './report.events.js';

type Request = ReportEventData<'ReportRequested'>;
type ReportFile = Pick<ReportEventData<'ReportCompleted'>, 'blobId' | 'sizeBytes' | 'treeSize' | 'expiresAt'>;

/** The figures and the end of a file, which one that is made anew in its place has, too. */
export type WithdrawnFile = Pick<ReportFile, 'treeSize' | 'expiresAt'>;

export type Report =
  | { status: 'none' }
  | {
      status: 'generating';
      request: Request;
      progress: number;
      /** Times that it was begun anew: a file that was begun before is not taken any more. */
      generation: number;
      withdrawn: WithdrawnFile | undefined;
    }
  | { status: 'completed' | 'expired'; request: Request; file: ReportFile; generation: number }
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

/** Progress of a report that is begun anew; a generation tells of none that is not above it. */
export const begunAnew = 0;

const idsOf = ({ reportId, organizationId }: Request) => ({ reportId, organizationId });

/** A report that has ended stays as it is, however often its end is told. */
const decide = (command: ReportCommand, report: Report): ReportEvent[] => {
  switch (command.type) {
    case 'RequestReport':
      if (report.status !== 'none') throw new Rejection('conflict', { message: 'The report exists already.' });
      return [{ type: 'ReportRequested', data: command.request }];
    case 'RecordReportProgress': {
      const { progress, generation } = command;
      if (report.status !== 'generating' || generation !== report.generation) return [];
      if (progress <= report.progress) return [];
      return [{ type: 'ReportProgressed', data: { ...idsOf(report.request), progress } }];
    }
    case 'CompleteReport': {
      if (report.status !== 'generating' || command.generation !== report.generation) return [];
      const { reportType, format } = report.request;
      const { file, treeSize, now: completedAt } = command;
      const { expiresAt } = report.withdrawn ?? command;
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
    case 'BeginReportAnew':
      if (report.status !== 'generating' && report.status !== 'completed') return [];
      return [{ type: 'ReportProgressed', data: { ...idsOf(report.request), progress: begunAnew } }];
    default:
      return assertNever(command);
  }
};

/** A report whose file is withdrawn, or the one under way not taken: another is made in its place. */
const anew = (report: Report): Report => {
  if (report.status === 'generating') return { ...report, progress: begunAnew, generation: report.generation + 1 };
  if (report.status !== 'completed') return report;
  const { request, file, generation } = report;
  return { status: 'generating', request, progress: begunAnew, generation: generation + 1, withdrawn: file };
};

const evolve = (report: Report, event: ReportEvent): Report => {
  switch (event.type) {
    case 'ReportRequested':
      return { status: 'generating', request: event.data, progress: 0, generation: 0, withdrawn: undefined };
    case 'ReportProgressed': {
      const { progress } = event.data;
      if (progress === begunAnew) return anew(report);
      return report.status === 'generating' ? { ...report, progress } : report;
    }
    case 'ReportCompleted': {
      if (report.status !== 'generating') return report;
      const { blobId, sizeBytes, treeSize, expiresAt } = event.data;
      const { request, generation } = report;
      return { status: 'completed', request, file: { blobId, sizeBytes, treeSize, expiresAt }, generation };
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

/** A compliance report, from its request to its end and that of its file; an erasure has it made anew. */
export const report: Decider<ReportCommand, ReportEvent, Report> = {
  category: 'report',
  initialState: { status: 'none' },
  decide,
  evolve,
};
