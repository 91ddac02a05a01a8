import type { CertificationEvent } from '#libs/domain/certification/certification.events.js';
import { standardKey } from '#libs/domain/certification/standard-key.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { CertificationEntity } from './certification.entity.js';

const keyOf = ({ organizationId, standard }: { organizationId: string; standard: string }) => ({
  organization_id: organizationId,
  standard_key: standardKey(standard),
});

export const certifications = projection<CertificationEntity, CertificationEvent['type']>({
  name: 'certifications',
  version: 1,
  table: 'read_model.certification',
  primaryKey: ['organization_id', 'standard_key'],
  onFailure: 'park',
  handlers: {
    CertificationRecorded: (rows, { data, stream, revision }) => {
      rows.delete(keyOf(data));
      rows.insert({
        ...keyOf(data),
        standard: data.standard,
        status: data.status,
        articles: data.articles,
        level: data.level,
        certificate_id: data.certificateId,
        report_period: data.reportPeriod,
        verified_at: data.verifiedAt,
        expires_at: data.expiresAt,
        expected_date: data.expectedDate,
        next_notice_at: data.nextNoticeAt,
        recorded_at: data.recordedAt,
        event_stream: stream,
        event_revision: revision,
      });
    },
    CertificationExpiring: (rows, { data }) => rows.update(keyOf(data), { next_notice_at: data.nextNoticeAt }),
    CertificationDeleted: (rows, { data }) => rows.delete(keyOf(data)),
  },
});
