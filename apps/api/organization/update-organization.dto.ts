import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsObject, IsOptional } from 'class-validator';
import { TakesNull } from '../http/canonical-form.decorator.js';
import { Closed } from '../http/closed.decorator.js';
import { IsDuration, IsHost, IsLabel } from '../http/constraints.js';
import { durationSchema, hostSchema, labelSchema } from '../openapi/property-schemas.js';

const maxHosts = 50;

/** A misspelt one must not be ignored: its caller would take for set what is not. */
@Closed()
export class RetentionChanges {
  @ApiPropertyOptional({ type: String, nullable: true, ...durationSchema, example: 'P3D' })
  @TakesNull()
  @IsOptional()
  @IsDuration()
  documents?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, ...durationSchema })
  @TakesNull()
  @IsOptional()
  @IsDuration()
  reports?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, ...durationSchema })
  @TakesNull()
  @IsOptional()
  @IsDuration()
  webhook_deliveries?: string | null;
}

/** At least one of them. `data_residency`, `tier`, `status` and `limits` are the operator's: naming one is refused. */
export class UpdateOrganizationRequest {
  @ApiPropertyOptional({ ...labelSchema(100), example: 'Acme' })
  @IsOptional()
  @IsLabel(100)
  name?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: hostSchema,
    maxItems: maxHosts,

    example: ['hooks.example.com'],
    description: 'Hosts that webhooks may go to; empty allows every public host.',
  })
  @IsOptional()
  @IsArray({ message: 'must be an array of host names' })
  @ArrayMaxSize(maxHosts, { message: `must have at most ${maxHosts} entries` })
  @ArrayUnique({ message: 'must not name a host twice' })
  @IsHost({ each: true })
  webhook_hosts?: string[];

  @ApiPropertyOptional({
    type: RetentionChanges,
    description: 'From `P1D` up to what the operator set; null goes back to that.',
  })
  @IsOptional()
  @IsObject({ message: 'must be an object of durations' })
  retention?: RetentionChanges;
}
