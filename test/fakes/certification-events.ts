import { certificationId } from '#libs/application/certifications/certification-id.js';
import { certification } from '#libs/domain/certification/certification.decider.js';
import type { Certification, CertificationEvent } from '#libs/domain/certification/certification.events.js';
import { uploaderMetadata } from './document.fixture.js';

const { organizationId } = uploaderMetadata;

export const isoCertification: Certification = {
  standard: 'ISO 27001',
  status: 'compliant',
  articles: null,
  level: null,
  certificateId: 'FI-2026-0042',
  reportPeriod: null,
  verifiedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2027-11-01T00:00:00.000Z',
  expectedDate: null,
};

export const certificationRecorded: CertificationEvent = {
  type: 'CertificationRecorded',
  data: {
    ...isoCertification,
    organizationId,
    nextNoticeAt: '2027-08-03T00:00:00.000Z',
    recordedAt: '2026-11-21T08:00:00.000Z',
  },
};

/** Decider and id of the stream of `isoCertification`. */
export const isoStream = [certification, certificationId(organizationId, isoCertification.standard)] as const;
