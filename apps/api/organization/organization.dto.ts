import { ApiProperty } from '@nestjs/swagger';
import { type Tier, tiers } from '#libs/domain/organization/organization.events.js';
import { DataResidency } from './data-residency.dto.js';

export class Retention {
  @ApiProperty({ description: 'ISO 8601 duration.', example: 'P7D' })
  documents: string;

  @ApiProperty({ description: 'ISO 8601 duration.', example: 'P30D' })
  reports: string;

  @ApiProperty({ type: String, nullable: true, description: 'ISO 8601 duration; null while none is set.' })
  webhook_deliveries: string | null;
}

export class LimitsOfAllKeys {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null where there is no limit.' })
  requests_per_minute: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  concurrent_requests: number | null;
}

export class OrganizationLimits {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null where there is no limit, here and below.' })
  requests_per_minute: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  characters_per_day: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  concurrent_requests: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  connections: number | null;

  @ApiProperty({ type: LimitsOfAllKeys, description: 'What all keys of the organization may do together.' })
  organization: LimitsOfAllKeys;
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
