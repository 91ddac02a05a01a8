import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { type HeldResource, heldResources } from '#libs/domain/hold/hold.events.js';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { IsOneOf } from '../../http/choice-constraints.js';
import { IsLabel, IsTimestamp } from '../../http/constraints.js';
import { PaginationDto } from '../../http/pagination.dto.js';
import { RequiredWhere } from '../../http/required-where.decorator.js';
import { labelSchema, timestampSchema } from '../../openapi/property-schemas.js';
import { subjectTypes } from '../subjects/named-subject.js';

export class HeldSubject {
  @ApiProperty({ enum: subjectTypes, example: 'user' })
  @IsOneOf(subjectTypes)
  type: SubjectType;

  @ApiProperty({ ...labelSchema(200), example: 'usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  @IsLabel(200)
  id: string;
}

export class HeldPeriod {
  @ApiProperty({ ...timestampSchema, example: '2026-01-01', description: 'A date is its midnight UTC.' })
  @IsTimestamp()
  start: string;

  @ApiProperty({
    ...timestampSchema,
    type: String,
    example: '2026-03-31',
    description: 'A date with all of its day; a time is the first moment behind the period.',
  })
  @IsTimestamp()
  end: string;
}

const isOnResource = ({ subject, period }: PlaceHoldRequest): boolean => subject == null && period == null;

/** One of `resource` with `resource_id`, `subject` and `period`. */
export class PlaceHoldRequest {
  @ApiPropertyOptional({
    enum: heldResources,
    description:
      'Kind of the one resource that is held; `resource_id` goes with it, and neither `subject` nor `period`.',
  })
  @RequiredWhere('neither subject nor period is there', isOnResource)
  @IsOneOf(heldResources)
  resource?: HeldResource | null;

  @ApiPropertyOptional({ type: String, ...labelSchema(100) })
  @RequiredWhere('resource is there', (hold: PlaceHoldRequest) => isOnResource(hold) && hold.resource != null)
  @IsLabel(100)
  resource_id?: string | null;

  @ApiPropertyOptional({
    type: HeldSubject,
    description: 'Holds the documents of a person or an address; `resource` and `period` do not go with it.',
  })
  @IsOptional()
  @IsObject({ message: 'must be an object of type and id' })
  subject?: HeldSubject | null;

  @ApiPropertyOptional({
    type: HeldPeriod,
    description: 'Holds what was created in it; `resource` and `subject` do not go with it.',
  })
  @IsOptional()
  @IsObject({ message: 'must be an object of start and end' })
  period?: HeldPeriod | null;

  @ApiProperty({
    ...labelSchema(500),
    example: 'Case 2026/7',
    description: 'Kept in the audit log for ever: it should name no person.',
  })
  @IsLabel(500)
  reason: string;
}

class ShownSubject {
  @ApiProperty({ enum: subjectTypes })
  type: SubjectType;

  @ApiProperty({ description: '`[erased]` once the subject is erased.' })
  id: string;
}

class ShownPeriod {
  @ApiProperty()
  start: string;

  @ApiProperty()
  end: string;
}

export class HoldDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: String, enum: heldResources, nullable: true })
  resource: string | null;

  @ApiProperty({ type: String, nullable: true })
  resource_id: string | null;

  @ApiProperty({ type: ShownSubject, nullable: true })
  subject: ShownSubject | null;

  @ApiProperty({ type: ShownPeriod, nullable: true })
  period: ShownPeriod | null;

  @ApiProperty()
  reason: string;

  @ApiProperty({ description: 'The user who placed it.' })
  placed_by: string;

  @ApiProperty({ format: 'date-time' })
  placed_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lifted_at: string | null;
}

export class HoldList {
  @ApiProperty({ type: [HoldDto] })
  holds: HoldDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
