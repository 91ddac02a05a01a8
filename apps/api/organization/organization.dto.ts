import { ApiProperty } from '@nestjs/swagger';
import { type Tier, tiers } from '#libs/domain/organization/organization.events.js';
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
