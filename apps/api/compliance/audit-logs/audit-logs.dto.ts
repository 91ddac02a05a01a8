import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import {
  type AuditAction,
  type AuditResource,
  type AuditResult,
  auditActions,
  auditResources,
  auditResults,
} from '#libs/domain/audit/audit-vocabulary.js';
import { IsTimestamp } from '../../http/constraints.js';
import { PageQuery, PaginationDto } from '../../http/pagination.dto.js';
import { timestampSchema } from '../../openapi/property-schemas.js';

export class AuditLogQuery extends PageQuery {
  @ApiPropertyOptional({
    ...timestampSchema,
    description: 'Inclusive; a date is its midnight UTC.',
    example: '2026-11-01',
  })
  @IsOptional()
  @IsTimestamp()
  start?: string;

  @ApiPropertyOptional({
    ...timestampSchema,
    description: 'Exclusive; a date is its midnight UTC.',
    example: '2026-12-01',
  })
  @IsOptional()
  @IsTimestamp()
  end?: string;

  @ApiPropertyOptional({ enum: auditActions })
  @IsOptional()
  @IsIn(auditActions, { message: `must be one of ${auditActions.join(', ')}` })
  action?: AuditAction;

  @ApiPropertyOptional({ pattern: '^[^\\u0000]*$' })
  @IsOptional()
  @IsString({ message: 'must be a user id' })
  user_id?: string;

  @ApiPropertyOptional({ enum: auditResources })
  @IsOptional()
  @IsIn(auditResources, { message: `must be one of ${auditResources.join(', ')}` })
  resource?: AuditResource;
}

export class AuditLogEntryDto {
  @ApiProperty({ example: 'aud_00000000000010000000000000' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({ enum: auditActions })
  action: AuditAction;

  @ApiProperty({ enum: auditResources })
  resource: AuditResource;

  @ApiProperty()
  resource_id: string;

  @ApiProperty({ description: 'The creator of the key, or the signed-in user; [erased] once erased.' })
  user_id: string;

  @ApiProperty()
  ip_address: string;

  @ApiProperty()
  user_agent: string;

  @ApiProperty({ description: 'The meta.request_id of the request.' })
  request_id: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  metadata: object;

  @ApiProperty({ enum: auditResults })
  result: AuditResult;
}

export class AuditLogList {
  @ApiProperty({ type: [AuditLogEntryDto] })
  entries: AuditLogEntryDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class AuditLogOne {
  @ApiProperty({ type: AuditLogEntryDto })
  entry: AuditLogEntryDto;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: 'Inclusion proof; null until there are proofs.',
  })
  proof: object | null;
}
