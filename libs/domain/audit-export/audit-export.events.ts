import type { DomainEvent } from '../decider.js';

export const exportFormats = ['ndjson', 'csv', 'xlsx', 'ocsf', 'cef'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A personal value of a filter, sealed for the data subject whom it names; null where nobody of the organization is known by it. */
export type SealedFilterValue = { subject: string; sealed: string } | null;

/** Filters of an export, named as in its query. */
export type ExportFilters = {
  start?: string;
  end?: string;
  action?: string[];
  resource?: string;
  resource_id?: string;
  result?: string;
  request_id?: string;
  key_id?: string;
  user_id?: SealedFilterValue;
  ip_address?: SealedFilterValue;
};

export type AuditExportEvent =
  | DomainEvent<
      'AuditLogExportStarted',
      {
        exportId: string;
        organizationId: string;
        format: ExportFormat;
        filters: ExportFilters;
        /** Number of the entry behind which it begins; null at the beginning of the log. */
        after: number | null;
        /** Whether it goes on with new entries until its caller ends it. */
        follow: boolean;
        /** Size of the tree whose entries it has, or begins with when it follows the log. */
        treeSize: number;
        startedAt: string;
      }
    >
  | DomainEvent<
      'AuditLogExportCompleted',
      {
        exportId: string;
        organizationId: string;
        format: ExportFormat;
        entries: number;
        /** SHA-256 in hex of all bytes, in NDJSON of those before the summary line. */
        sha256: string;
        /** The signed checkpoint at its end as text; null where none was signed. */
        checkpoint: string | null;
        /** Id of its last entry; null when it has none. */
        nextCursor: string | null;
        completedAt: string;
      }
    >
  | DomainEvent<
      'AuditLogExportBroken',
      {
        exportId: string;
        organizationId: string;
        /** Entries that were sent; the caller may not have got them all. */
        entries: number;
        brokenAt: string;
      }
    >
  /** Its process died before it could record an end: nobody knows how much was sent. */
  | DomainEvent<'AuditLogExportAbandoned', { exportId: string; organizationId: string; abandonedAt: string }>;

export type AuditExportEventOf<Type extends AuditExportEvent['type']> = Extract<AuditExportEvent, { type: Type }>;
