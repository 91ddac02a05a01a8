import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DataResidency } from '../../organization/data-residency.dto.js';

export class Certification {
  @ApiProperty({ example: 'ISO 27001' })
  standard: string;

  @ApiProperty({ enum: ['compliant', 'in_progress'] })
  status: 'compliant' | 'in_progress';

  @ApiPropertyOptional({ type: [String] })
  articles?: string[];

  @ApiPropertyOptional()
  level?: string;

  @ApiPropertyOptional()
  certificate_id?: string;

  @ApiPropertyOptional()
  report_period?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  verified_at?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  expires_at?: string;

  @ApiPropertyOptional({ format: 'date' })
  expected_date?: string;
}

export class ComplianceStatus {
  @ApiProperty()
  organization_id: string;

  @ApiProperty({ type: [Certification], description: 'Those that the organization has recorded.' })
  certifications: Certification[];

  @ApiProperty({ type: DataResidency })
  data_residency: DataResidency;
}
