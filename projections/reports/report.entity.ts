import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ReportFormat, ReportType } from '#libs/domain/report/report-types.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

export const reportStatuses = ['generating', 'completed', 'failed', 'expired'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** A compliance report. */
@Entity({ schema: 'read_model', name: 'report' })
export class ReportEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  type: ReportType;

  @Column('text')
  status: ReportStatus;

  @Column('text')
  format: ReportFormat;

  /** Days, `YYYY-MM-DD`; both are inside. */
  @Column('text')
  period_start: string;

  @Column('text')
  period_end: string;

  /** Percent. */
  @Column('integer')
  progress: number;

  @Column(rfc3339())
  created_at: string;

  @Column(rfc3339())
  estimated_completion: string;

  /** Null until it is completed, like the three below. */
  @Column('bigint', { nullable: true })
  size_bytes: number | null;

  @Column(rfc3339({ nullable: true }))
  completed_at: string | null;

  @Column(rfc3339({ nullable: true }))
  expires_at: string | null;

  @Column('text', { nullable: true })
  error_code: string | null;

  @Column('text', { nullable: true })
  error_message: string | null;
}
