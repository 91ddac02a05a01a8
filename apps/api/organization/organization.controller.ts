import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { formatDuration } from '#libs/platform/config/parsers.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import { TIER_LIMITS, type TierLimits } from '../access/tier-limits.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { accessOf } from '../http/request-context.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { dataResidencyOf } from './data-residency.dto.js';
import { OrganizationDto } from './organization.dto.js';

@ApiTags('organization')
@Controller('v1/organization')
export class OrganizationController {
  constructor(
    @Inject(OrganizationQueries) private readonly queries: Pick<OrganizationQueries, 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(TIER_LIMITS) private readonly limitsOf: TierLimits,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'getOrganization', summary: 'The organization of the key' })
  @EnvelopeOf(OrganizationDto, 200)
  @Endpoint({ errors: ['not_found'] })
  async get(@Req() request: FastifyRequest): Promise<OrganizationDto> {
    await this.ownWrites.visibleIn('organizations');
    const found = await this.queries.find(accessOf(request).organizationId);
    if (found === undefined) throw new Rejection('not_found');
    const { id, name, tier, status, created_at } = found;
    const limits = this.limitsOf(tier);
    return {
      id,
      name,
      tier,
      status,
      retention: {
        documents: formatDuration(this.settings.TRANSLEDGER_DOCUMENT_TTL),
        reports: formatDuration(this.settings.TRANSLEDGER_REPORT_TTL),
      },
      data_residency: dataResidencyOf(this.settings),
      webhook_hosts: [],
      limits: {
        requests_per_minute: limits.requestsPerMinute,
        characters_per_day: limits.charactersPerDay,
        concurrent_requests: limits.concurrentRequests,
        connections: limits.connections,
      },
      created_at,
    };
  }
}
