import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Closed } from '../../http/closed.decorator.js';
import { IsTimestamp } from '../../http/constraints.js';
import { PageQuery, PaginationDto } from '../../http/pagination.dto.js';
import { timestampSchema } from '../../openapi/property-schemas.js';
import { type KnownPeople, PersonDto, peopleSchema } from '../../people/people.dto.js';
import { type HistoryResourceName, historyResources } from './histories.js';

@Closed()
export class HistoryQuery extends PageQuery {
  @ApiPropertyOptional({
    ...timestampSchema,
    description: 'The moment whose state is shown, with the events up to it; now when omitted. Not in the future.',
    example: '2026-11-21T10:30:00+02:00',
  })
  @IsOptional()
  @IsTimestamp()
  as_of?: string;
}

const state = {
  type: 'object',
  additionalProperties: true,
  nullable: true,
  description: 'What the API answered of the resource, of the fields that events make; null where it was deleted.',
} as const;

export class HistoryEventDto {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Place in the history of the resource, without gaps.' })
  sequence: number;

  @ApiProperty({ example: 'GlossaryCreated' })
  type: string;

  @ApiProperty({ format: 'date-time', description: 'Time at which the event was recorded.' })
  timestamp: string;

  @ApiProperty({ description: '`[erased]` once the user is erased.' })
  user_id: string;

  @ApiProperty({ type: String, nullable: true })
  key_id: string | null;

  @ApiProperty({ description: '`[erased]` once the user or the address is erased.' })
  ip_address: string;

  @ApiProperty()
  request_id: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  data: Record<string, unknown>;

  @ApiProperty(state)
  state: object | null;
}

@ApiExtraModels(PersonDto)
export class HistoryDto {
  @ApiProperty({ enum: historyResources })
  resource: HistoryResourceName;

  @ApiProperty()
  resource_id: string;

  @ApiProperty({ format: 'date-time', description: 'The moment of `state`.' })
  as_of: string;

  @ApiProperty(state)
  state: object | null;

  @ApiProperty({ type: [HistoryEventDto], description: 'Oldest first.' })
  events: HistoryEventDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;

  @ApiProperty(peopleSchema())
  people: KnownPeople;
}

/** A history before the users in it are named. */
export type FoundHistory = Omit<HistoryDto, 'people'>;
