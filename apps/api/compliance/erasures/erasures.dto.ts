import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { IsOneOf } from '../../http/choice-constraints.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsLabel } from '../../http/constraints.js';
import { PaginationDto } from '../../http/pagination.dto.js';
import { labelSchema } from '../../openapi/property-schemas.js';
import { subjectTypes } from '../subjects/named-subject.js';

@Closed()
export class ErasedSubject {
  @ApiProperty({ enum: subjectTypes, example: 'ip_address' })
  @IsOneOf(subjectTypes)
  type: SubjectType;

  @ApiProperty({ ...labelSchema(200), example: '203.0.113.7', description: 'Id of the user, or the address.' })
  @IsLabel(200)
  id: string;
}

/** An erasure cannot be taken back: a field that is ignored, such as one that asks for a trial, would be a trap. */
@Closed()
export class RequestErasureBody {
  @ApiProperty({ type: ErasedSubject })
  @IsObject({ message: 'must be an object of type and id' })
  subject: ErasedSubject;

  @ApiProperty({
    ...labelSchema(500),
    example: 'Request 2026/7',
    description: 'Kept in the audit log for ever: it should name no person.',
  })
  @IsLabel(500)
  reason: string;
}

const statuses = ['pending', 'completed', 'failed'] as const;

export class ErasureExportsDto {
  @ApiProperty({ type: 'integer', maximum: 1_000, description: 'At most 1,000 are counted.' })
  count: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Beginning of the last one.' })
  last_at: string | null;
}

export class ErasureDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Random reference that stood for the subject. It says nothing of who that was.' })
  subject_ref: string;

  @ApiProperty({
    enum: statuses,
    description:
      '`pending`: entries of the subject cannot be read any more; reports that name it, and copies of its key, are still being removed. ' +
      '`failed`: something keeps such copies; it is tried again.',
  })
  status: (typeof statuses)[number];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Audit log entries that read `[erased]` since; null until it is completed.',
  })
  entries_affected: number | null;

  @ApiProperty({ format: 'date-time' })
  requested_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completed_at: string | null;

  @ApiProperty({
    type: ErasureExportsDto,
    description:
      'Exports of the audit log that were begun before the erasure was requested. They may name the subject, and lie where whoever made them keeps them: the service cannot change them.',
  })
  exports: ErasureExportsDto;
}

export class ErasureList {
  @ApiProperty({ type: [ErasureDto] })
  erasures: ErasureDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
