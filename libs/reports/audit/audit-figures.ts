import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { AuditAction } from '#libs/domain/audit/audit-vocabulary.js';
import { auditActions } from '#libs/domain/audit/audit-vocabulary.js';
import type { Evidence } from '../report-content.js';
import type { NamedUser } from '../report-people.js';

/** Numbers of entries by result. */
export interface ResultCounts {
  readonly success: number;
  readonly failure: number;
  readonly denied: number;
}

/** Numbers of entries of the audit log in a period. */
export interface AuditTotals {
  readonly entries: number;
  /** Most entries first. */
  readonly byAction: readonly (ResultCounts & { readonly action: AuditAction })[];
  /** `YYYY-MM-DD`, oldest first; days without entries are left out. */
  readonly byDay: readonly (ResultCounts & { readonly day: string })[];
  /** Most entries first; `key_id` is null for what was done without a key. */
  readonly byKey: readonly (ResultCounts & { readonly key_id: string | null; readonly key_name: string | null })[];
  /** Most entries first, at most 10,000; all who are erased are one. */
  readonly byUser: readonly (ResultCounts & NamedUser)[];
}

/** Entries of a period that a PDF lists, and how many there are. */
export interface NotableEntries {
  /** Newest first. */
  readonly entries: readonly ListedEntry[];
  readonly total: number;
}

/** The audit log of a period as far as it is signed. */
export interface AuditFigures {
  totals(): Promise<AuditTotals>;
  evidence(): Promise<Evidence>;
  /** Refused and administrative entries: at most so many. */
  notable(max: number): Promise<NotableEntries>;
  /** All entries, oldest first. */
  entries(): AsyncIterable<readonly ListedEntry[]>;
}

/** Actions of everyday work with texts and documents; the rest is administration. */
export const everydayActions: readonly AuditAction[] = [
  'translate',
  'translate_document',
  'detect',
  'document_upload',
  'document_download',
  'document_delete',
  'request_refused',
];

export const administrativeActions: readonly AuditAction[] = auditActions.filter(
  (action) => !everydayActions.includes(action),
);
