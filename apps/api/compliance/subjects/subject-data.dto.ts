import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { type Scope, scopes } from '#libs/domain/api-key/scopes.js';
import type { SubjectType } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { KeyPersonDto } from '../../api-keys/api-keys.dto.js';
import { IsOneOf } from '../../http/choice-constraints.js';
import { Closed } from '../../http/closed.decorator.js';
import { PageQuery, PaginationDto } from '../../http/pagination.dto.js';
import { UserDto } from '../../users/users.dto.js';
import { AuditLogEntryDto } from '../audit-logs/audit-logs.dto.js';
import { AuditExportDto } from '../audit-logs/export/audit-export.dto.js';
import { HoldDto } from '../holds/holds.dto.js';
import { subjectTypes } from './named-subject.js';

export const subjectSections = ['entries', 'documents', 'api_keys', 'holds', 'account', 'sessions', 'exports'] as const;
export type SubjectSection = (typeof subjectSections)[number];

@Closed()
export class SubjectDataQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: subjectSections,
    default: 'entries',
    description:
      'What to list: entries of the audit log, uploaded documents, API keys, legal holds, the account of the user, its sessions, exports of the audit log.',
  })
  @IsOptional()
  @IsOneOf(subjectSections)
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

  @ApiProperty({ type: KeyPersonDto, description: 'The user who made the key.' })
  created_by: KeyPersonDto;

  @ApiProperty({ type: KeyPersonDto, description: 'The user in whose name the key acts.' })
  owner: KeyPersonDto;
}

/** The account by which a user signs in, or did. */
export class SubjectAccountDto extends OmitType(UserDto, ['status', 'account_id'] as const) {
  @ApiProperty({ enum: ['active', 'invited', 'deleted'] })
  status: 'active' | 'invited' | 'deleted';

  @ApiProperty({ description: 'The resource id of this user in the audit log, which names no person.' })
  account_id: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deleted_at: string | null;

  @ApiProperty({ type: [String], description: 'Issuers of OpenID Connect by which the user signs in.' })
  issuers: string[];
}

export class SubjectSessionDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  began_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Noted about once a minute and kept for two days; null where nothing is noted.',
  })
  last_used_at: string | null;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the user signed out, or the session was ended.',
  })
  ended_at: string | null;
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

  @ApiPropertyOptional({ type: SubjectAccountDto, nullable: true, description: 'Null where there never was one.' })
  account?: SubjectAccountDto | null;

  @ApiPropertyOptional({ type: [SubjectSessionDto], description: 'Sessions of the user, ended ones too; no tokens.' })
  sessions?: SubjectSessionDto[];

  @ApiPropertyOptional({
    type: [AuditExportDto],
    description: 'Exports of the audit log that the user asked for, and those whose filter names the subject.',
  })
  exports?: AuditExportDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
