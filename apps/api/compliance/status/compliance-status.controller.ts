import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { CertificationQueries } from '#projections/certifications/certifications.queries.js';
import { OwnWrites } from '../../access/own-writes.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { dataResidencyOf } from '../../organization/data-residency.dto.js';
import { toCertificationDto } from '../certifications/certification-response.js';
import { ComplianceStatus } from './compliance-status.dto.js';

@ApiTags('compliance')
@Controller('v1/compliance/status')
export class ComplianceStatusController {
  constructor(
    @Inject(CertificationQueries) private readonly certifications: Pick<CertificationQueries, 'all'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getComplianceStatus',
    summary: 'Certifications and data residency',
    description: 'The certifications that were recorded, and where the service is configured to keep its data.',
  })
  @EnvelopeOf(ComplianceStatus, 200)
  @Endpoint({ scope: 'compliance:read', errors: [] })
  async get(@Req() request: FastifyRequest): Promise<ComplianceStatus> {
    const { organizationId } = accessOf(request);
    await this.ownWrites.visibleIn('certifications');
    const recorded = await this.certifications.all(organizationId);
    return {
      organization_id: organizationId,
      certifications: recorded.map(toCertificationDto),
      data_residency: dataResidencyOf(this.settings),
    };
  }
}
