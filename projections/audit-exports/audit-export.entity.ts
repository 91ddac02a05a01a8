import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ExportFilters, ExportFormat } from '#libs/domain/audit-export/audit-export.events.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

export type ExportStatus = 'started' | 'completed' | 'broken' | 'failed';

/** An export of the audit log. */
@Entity({ schema: 'read_model', name: 'audit_export' })
export class AuditExportEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  status: ExportStatus;

  @Column('text')
  format: ExportFormat;

  /** Personal values are sealed. */
  @Column('jsonb')
  filters: ExportFilters;

  /** Number of the entry behind which it begins; null at the beginning of the log. */
  @Column('bigint', { nullable: true })
  after: number | null;

  @Column('boolean')
  follow: boolean;

  /** Null until it has ended. */
  @Column('bigint', { nullable: true })
  entries: number | null;

  @Column('text', { nullable: true })
  sha256: string | null;

  @Column('text', { nullable: true })
  checkpoint: string | null;

  @Column('text', { nullable: true })
  next_cursor: string | null;

  /** Caller, sealed for the subject that acted. */
  @Column('text')
  sealed_client: string;

  @Column('text')
  subject: string;

  @Column(rfc3339())
  created_at: string;

  @Column(rfc3339({ nullable: true }))
  ended_at: string | null;
}
