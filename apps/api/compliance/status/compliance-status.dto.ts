import { ApiProperty } from '@nestjs/swagger';
import { DataResidency } from '../../organization/data-residency.dto.js';
import { CertificationDto } from '../certifications/certifications.dto.js';

export class ComplianceStatus {
  @ApiProperty()
  organization_id: string;

  @ApiProperty({ type: [CertificationDto], description: 'Those that the organization has recorded, by name.' })
  certifications: CertificationDto[];

  @ApiProperty({ type: DataResidency })
  data_residency: DataResidency;
}
