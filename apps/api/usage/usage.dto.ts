import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Closed } from '../http/closed.decorator.js';
import { IsTimestamp } from '../http/constraints.js';
import { timestampSchema } from '../openapi/property-schemas.js';
import { type KnownPeople, PersonDto, peopleSchema } from '../people/people.dto.js';

@Closed()
export class UsageQuery {
  @ApiPropertyOptional({
    ...timestampSchema,
    description: 'First day, UTC; today when omitted. A time counts as its day.',
    example: '2026-11-01',
  })
  @IsOptional()
  @IsTimestamp()
  start?: string;

  @ApiPropertyOptional({
    ...timestampSchema,
    description:
      'A date with all of its day, UTC, as the end of a report has it; a time is the first moment behind the period, whose last day counts as a whole. Today when omitted.',
    example: '2026-11-30',
  })
  @IsOptional()
  @IsTimestamp()
  end?: string;
}

export class UsagePeriod {
  @ApiProperty({ format: 'date', description: 'Inclusive, UTC.' })
  start: string;

  @ApiProperty({ format: 'date', description: 'Last day, UTC; it is inside.' })
  end: string;
}

export class CharacterUsage {
  @ApiProperty({ type: 'integer', description: 'Code points of the period.' })
  used: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Of each UTC day; null when the tier has no limit.' })
  limit: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Today, without what is set aside for documents in work; null when the tier has no limit.',
  })
  remaining: number | null;
}

export class StorageUsage {
  @ApiProperty({
    type: 'integer',
    description: 'Bytes of the files that are stored now, with what is set aside for files that are being made.',
  })
  used: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Bytes; null when the tier has no limit.' })
  limit: number | null;
}

class Counts {
  @ApiProperty({ type: 'integer', description: 'Acts: what has an entry in the audit log; reads are not counted.' })
  requests: number;

  @ApiProperty({ type: 'integer' })
  characters: number;
}

export class UsageOfDay extends Counts {
  @ApiProperty({ format: 'date', description: 'UTC.' })
  date: string;
}

export class UsageOfKey extends Counts {
  @ApiProperty({ type: String, nullable: true, description: 'Null for what was done without a key.' })
  key_id: string | null;
}

export class UsageOfEndpoint extends Counts {
  @ApiProperty({ example: 'translate' })
  endpoint: string;
}

export class UsageOfUser extends Counts {
  @ApiProperty({ description: '`[erased]` for all users together who are erased.' })
  user_id: string;
}

export class UsageOfLanguagePair extends Counts {
  @ApiProperty({ example: 'en' })
  source_language: string;

  @ApiProperty({ example: 'es' })
  target_language: string;
}

@ApiExtraModels(PersonDto)
export class UsageDto {
  @ApiProperty({ type: UsagePeriod })
  period: UsagePeriod;

  @ApiProperty({ type: CharacterUsage })
  characters: CharacterUsage;

  @ApiProperty({ type: StorageUsage, description: 'Of now, whatever the period is.' })
  storage: StorageUsage;

  @ApiProperty({ type: 'integer', description: 'Acts: what has an entry in the audit log; reads are not counted.' })
  requests: number;

  @ApiProperty({ type: [UsageOfDay], description: 'Days with usage, oldest first.' })
  by_day: UsageOfDay[];

  @ApiProperty({ type: [UsageOfKey], description: 'Most characters first.' })
  by_key: UsageOfKey[];

  @ApiProperty({ type: [UsageOfEndpoint], description: 'Most characters first.' })
  by_endpoint: UsageOfEndpoint[];

  @ApiProperty({ type: [UsageOfUser], description: 'Most characters first, the first 1,000.' })
  by_user: UsageOfUser[];

  @ApiProperty({
    type: [UsageOfLanguagePair],
    description: 'Translations, most characters first; each target of a document is a request here.',
  })
  by_language_pair: UsageOfLanguagePair[];

  @ApiProperty(peopleSchema())
  people: KnownPeople;
}
