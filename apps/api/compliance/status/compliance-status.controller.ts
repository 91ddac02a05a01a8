import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Engines } from '../../engines.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
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

@ApiTags('compliance')
@Controller('v1/compliance/status')
export class ComplianceStatusController {
  constructor(private readonly engines: Engines) {}

  @Get()
  @ApiOperation({ operationId: 'getComplianceStatus', summary: 'Certifications and data residency' })
  @EnvelopeOf(ComplianceStatus, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  get(@Req() request: FastifyRequest): ComplianceStatus {
    return {
      organization_id: accessOf(request).organizationId,
      // Certifications are what an organization records of itself; none can be recorded yet.
      certifications: [],
      data_residency: this.engines.dataResidency,
    };
  }
}
