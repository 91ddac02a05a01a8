import type { Certification } from './certification.events.js';

interface CertificationCommandOf<Type extends string> {
  type: Type;
  organizationId: string;
  /** Current time, RFC 3339. */
  now: string;
}

export type CertificationCommand =
  | (CertificationCommandOf<'RecordCertification'> & { certification: Certification })
  | CertificationCommandOf<'DeleteCertification'>
  /** Gives notice that the certification expires, if one is due. */
  | CertificationCommandOf<'NoticeCertificationExpiry'>;
