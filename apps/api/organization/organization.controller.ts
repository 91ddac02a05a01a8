import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { type Tier, tiers } from '#libs/domain/organization/organization.events.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import { Engines } from '../engines.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { accessOf } from '../http/request-context.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { DataResidency } from './data-residency.dto.js';

export class Retention {
  @ApiProperty({ description: 'ISO 8601 duration.', example: 'P7D' })
  documents: string;

  @ApiProperty({ description: 'ISO 8601 duration.', example: 'P30D' })
  reports: string;
}

export class OrganizationLimits {
  @ApiProperty({ type: 'integer', description: '0 is unlimited, here and below.' })
  requests_per_minute: number;

  @ApiProperty({ type: 'integer' })
  characters_per_day: number;

  @ApiProperty({ type: 'integer' })
  concurrent_requests: number;

  @ApiProperty({ type: 'integer' })
  connections: number;
}

export class OrganizationDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: tiers })
  tier: Tier;

  @ApiProperty({ enum: ['active', 'suspended'] })
  status: 'active' | 'suspended';

  @ApiProperty({ type: Retention })
  retention: Retention;

  @ApiProperty({ type: DataResidency })
  data_residency: DataResidency;

  @ApiProperty({ type: [String], description: 'Hosts that webhooks may go to; empty allows every public host.' })
  webhook_hosts: string[];

  @ApiProperty({ type: OrganizationLimits })
  limits: OrganizationLimits;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

@ApiTags('organization')
@Controller('v1/organization')
export class OrganizationController {
  constructor(
    private readonly queries: OrganizationQueries,
    private readonly ownWrites: OwnWrites,
    private readonly engines: Engines,
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
    const limits = this.engines.limitsOf(tier);
    return {
      id,
      name,
      tier,
      status,
      retention: this.engines.retention,
      data_residency: this.engines.dataResidency,
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
