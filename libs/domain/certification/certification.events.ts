import type { DomainEvent } from '../decider.js';

export const certificationStatuses = ['compliant', 'in_progress'] as const;
export type CertificationStatus = (typeof certificationStatuses)[number];

/** The statement of an organization about a standard. A field is null where it states nothing. */
export type Certification = {
  /** Name of the standard or regulation, as it was last written. */
  standard: string;
  status: CertificationStatus;
  articles: string[] | null;
  level: string | null;
  certificateId: string | null;
  reportPeriod: string | null;
  /** RFC 3339. */
  verifiedAt: string | null;
  /** RFC 3339. */
  expiresAt: string | null;
  /** A day, `2026-11-21`. */
  expectedDate: string | null;
};

export type CertificationEvent =
  | DomainEvent<
      'CertificationRecorded',
      Certification & {
        organizationId: string;
        /** Time of the next notice that it expires; null when there will be none. */
        nextNoticeAt: string | null;
        recordedAt: string;
      }
    >
  | DomainEvent<
      'CertificationExpiring',
      {
        organizationId: string;
        standard: string;
        expiresAt: string;
        /** Days until it expires, the begun one included. */
        daysLeft: number;
        nextNoticeAt: string | null;
        noticedAt: string;
      }
    >
  | DomainEvent<'CertificationDeleted', { organizationId: string; standard: string; deletedAt: string }>;
