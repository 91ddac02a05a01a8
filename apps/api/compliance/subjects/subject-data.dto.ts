import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { Closed } from '../../http/closed.decorator.js';
import { PageQuery, PaginationDto } from '../../http/pagination.dto.js';
import { AuditLogEntryDto } from '../audit-logs/audit-logs.dto.js';
import { HoldDto } from '../holds/holds.dto.js';
import { subjectTypes } from './named-subject.js';

export const subjectSections = ['entries', 'documents', 'api_keys', 'holds'] as const;
export type SubjectSection = (typeof subjectSections)[number];

@Closed()
export class SubjectDataQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: subjectSections,
    default: 'entries',
    description: 'What to list: entries of the audit log, uploaded documents, API keys, legal holds.',
  })
  @IsOptional()
  @IsIn(subjectSections, { message: `must be one of ${subjectSections.join(', ')}` })
  section?: SubjectSection;
}

class NamedSubjectDto {
  @ApiProperty({ enum: subjectTypes })
  type: SubjectType;

  @ApiProperty()
  id: string;
}

export class SubjectDocumentDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  filename: string;

  @ApiProperty()
  format: string;

  @ApiProperty({ type: 'integer' })
  size_bytes: number;

  @ApiProperty({ enum: ['active', 'expired'] })
  status: 'active' | 'expired';

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class SubjectKeyDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: scopes, isArray: true })
  scopes: Scope[];

  @ApiProperty({ type: [String] })
  ip_allowlist: string[];

  @ApiProperty({ enum: ['active', 'expired', 'revoked'] })
  status: 'active' | 'expired' | 'revoked';

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

/** The records of one section are there, under its name. */
export class SubjectDataDto {
  @ApiProperty({ type: NamedSubjectDto })
  subject: NamedSubjectDto;

  @ApiProperty({ description: 'Random reference that stands for the subject in the audit log.' })
  subject_ref: string;

  @ApiProperty({ enum: subjectSections })
  section: SubjectSection;

  @ApiPropertyOptional({ type: [AuditLogEntryDto] })
  entries?: AuditLogEntryDto[];

  @ApiPropertyOptional({ type: [SubjectDocumentDto] })
  documents?: SubjectDocumentDto[];

  @ApiPropertyOptional({ type: [SubjectKeyDto] })
  api_keys?: SubjectKeyDto[];

  @ApiPropertyOptional({ type: [HoldDto], description: 'Holds on the subject, and those that the user placed.' })
  holds?: HoldDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
