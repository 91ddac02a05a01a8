import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CertificationStatus } from '#libs/domain/certification/certification.events.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** The statement of an organization about a standard. A deleted one has no row. */
@Entity({ schema: 'read_model', name: 'certification' })
export class CertificationEntity {
  @PrimaryColumn('text')
  organization_id: string;

  /** The name as `standardKey` makes it. */
  @PrimaryColumn('text')
  standard_key: string;

  @Column('text')
  standard: string;

  @Column('text')
  status: CertificationStatus;

  @Column('jsonb', { nullable: true })
  articles: string[] | null;

  @Column('text', { nullable: true })
  level: string | null;

  @Column('text', { nullable: true })
  certificate_id: string | null;

  @Column('text', { nullable: true })
  report_period: string | null;

  @Column(rfc3339({ nullable: true }))
  verified_at: string | null;

  @Column(rfc3339({ nullable: true }))
  expires_at: string | null;

  /** A day, `2026-11-21`. */
  @Column('text', { nullable: true })
  expected_date: string | null;

  /** Time of the next notice that it expires; null when there is none left. */
  @Column(rfc3339({ nullable: true }))
  next_notice_at: string | null;

  @Column(rfc3339())
  recorded_at: string;

  /** Stream and revision of the event that recorded it: the cause of its notices. */
  @Column('text')
  event_stream: string;

  @Column('bigint')
  event_revision: number;
}
