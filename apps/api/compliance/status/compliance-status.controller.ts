import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { dataResidencyOf } from '../../organization/data-residency.dto.js';
import { ComplianceStatus } from './compliance-status.dto.js';

@ApiTags('compliance')
@Controller('v1/compliance/status')
export class ComplianceStatusController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Get()
  @ApiOperation({ operationId: 'getComplianceStatus', summary: 'Certifications and data residency' })
  @EnvelopeOf(ComplianceStatus, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  get(@Req() request: FastifyRequest): ComplianceStatus {
    return {
      organization_id: accessOf(request).organizationId,
      // Certifications are what an organization records about itself; none can be recorded yet.
      certifications: [],
      data_residency: dataResidencyOf(this.settings),
    };
  }
}
