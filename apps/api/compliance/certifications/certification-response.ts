import type { CertificationRecord } from '#projections/certifications/certifications.queries.js';
import type { CertificationDto } from './certifications.dto.js';

/** The certification as the specification shows it: a field that says nothing is absent. */
export const toCertificationDto = ({ standard, status, ...rest }: CertificationRecord): CertificationDto => {
  const said = Object.entries(rest).filter(([, value]) => value !== null);
  return { standard, status, ...Object.fromEntries(said) };
};
