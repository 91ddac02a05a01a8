import type { DomainEvent } from '../decider.js';
import type { ReportFormat, ReportType } from './report-types.js';

/** Days, `YYYY-MM-DD`, UTC; both are inside. */
export type ReportPeriod = { start: string; end: string };

export type ReportFailure = {
  /** A code of the error catalogue. */
  code: string;
  /** Message for the caller; names nothing of the internals of the service. */
  message: string;
};

export type ReportEvent =
  | DomainEvent<
      'ReportRequested',
      {
        reportId: string;
        organizationId: string;
        reportType: ReportType;
        period: ReportPeriod;
        format: ReportFormat;
        requestedAt: string;
        estimatedCompletion: string;
      }
    >
  | DomainEvent<
      'ReportProgressed',
      {
        reportId: string;
        organizationId: string;
        /** Percent; 0 where an erasure has the report made anew, one that was completed too. */
        progress: number;
      }
    >
  | DomainEvent<
      'ReportCompleted',
      {
        reportId: string;
        organizationId: string;
        reportType: ReportType;
        format: ReportFormat;
        blobId: string;
        sizeBytes: number;
        /** SHA-256 of the file, in hex. */
        sha256: string;
        /** Entries of the audit log that the figures were taken over: the size of the signed tree. */
        treeSize: number;
        completedAt: string;
        expiresAt: string;
      }
    >
  | DomainEvent<
      'ReportFailed',
      { reportId: string; organizationId: string; reportType: ReportType; error: ReportFailure; failedAt: string }
    >
  | DomainEvent<
      'ReportDownloaded',
      {
        reportId: string;
        organizationId: string;
        reportType: ReportType;
        format: ReportFormat;
        downloadedAt: string;
      }
    >
  | DomainEvent<
      'ReportExpired',
      {
        reportId: string;
        organizationId: string;
        blobId: string;
        /** Time from which on its file was to be removed. */
        expiresAt: string;
        expiredAt: string;
      }
    >;

export type ReportEventData<Type extends ReportEvent['type']> = Extract<ReportEvent, { type: Type }>['data'];
