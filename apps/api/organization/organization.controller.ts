import { Body, Controller, Get, Inject, Patch, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ChangeOrganizationSettings } from '#libs/application/organizations/change-organization-settings.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import { OwnWrites } from '../access/own-writes.js';
import { TIER_LIMITS, type TierLimits } from '../access/tier-limits.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { dataResidencyOf } from './data-residency.dto.js';
import { OrganizationDto } from './organization.dto.js';
import { toOrganizationState } from './organization-response.js';
import { settingsChangesOf } from './settings-changes.js';
import { UpdateOrganizationRequest } from './update-organization.dto.js';

@ApiTags('organization')
@Controller('v1/organization')
export class OrganizationController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(OrganizationQueries) private readonly queries: Pick<OrganizationQueries, 'find'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(TIER_LIMITS) private readonly limitsOf: TierLimits,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getOrganization',
    summary: 'The organization of the key',
    description: 'Its name, tier, limits, and how long its data are kept. Any key may read it.',
  })
  @EnvelopeOf(OrganizationDto, 200)
  @Endpoint({ errors: ['not_found'] })
  get(@Req() request: FastifyRequest): Promise<OrganizationDto> {
    return this.shown(accessOf(request).organizationId);
  }

  @Patch()
  @ApiOperation({
    operationId: 'updateOrganization',
    summary: 'Change settings of the organization',
    description:
      'Changes what is named and leaves the rest. Every change is in the audit log, with the values of before and after.',
  })
  @ApiBody({
    type: UpdateOrganizationRequest,
    examples: {
      retention: { summary: 'Keep documents for three days', value: { retention: { documents: 'P3D' } } },
    },
  })
  @EnvelopeOf(OrganizationDto, 200)
  @Endpoint({
    scope: 'organization:manage',
    act: { action: 'settings_change', resource: 'organization' },
    errors: ['missing_required_field', 'not_found'],
  })
  async update(@Req() request: FastifyRequest, @Body() body: unknown): Promise<OrganizationDto> {
    const changes = settingsChangesOf(body, this.settings);
    await this.commands.send(request, (metadata) => new ChangeOrganizationSettings(changes, metadata));
    return this.shown(accessOf(request).organizationId);
  }

  private async shown(organizationId: string): Promise<OrganizationDto> {
    await this.ownWrites.visibleIn('organizations');
    const found = await this.queries.find(organizationId);
    if (found === undefined) throw new Rejection('not_found');
    const limits = this.limitsOf(found.tier);
    return {
      ...toOrganizationState(found, this.settings),
      data_residency: dataResidencyOf(this.settings),
      limits: {
        requests_per_minute: shownLimit(limits.requestsPerMinute),
        characters_per_day: shownLimit(limits.charactersPerDay),
        concurrent_requests: shownLimit(limits.concurrentRequests),
        connections: shownLimit(limits.connections),
        organization: {
          requests_per_minute: shownLimit(limits.requestsPerMinute * limits.organizationFactor),
          concurrent_requests: shownLimit(limits.concurrentRequests * limits.organizationFactor),
        },
      },
    };
  }
}

/** Settings say 0 where there is no limit; responses say null, here as in `GET /v1/usage`. */
const shownLimit = (limit: number): number | null => (limit === 0 ? null : limit);
