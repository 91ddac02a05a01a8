import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { type ExportFormat, exportFormats } from '#libs/domain/audit-export/audit-export.events.js';
import { IsFlag, IsOneOf } from '../../../http/choice-constraints.js';
import { Closed } from '../../../http/closed.decorator.js';
import { PaginationDto } from '../../../http/pagination.dto.js';
import { AuditLogQuery } from '../audit-logs.dto.js';

@Closed()
export class AuditExportQuery extends OmitType(AuditLogQuery, ['limit', 'offset', 'cursor'] as const) {
  @ApiPropertyOptional({ enum: exportFormats, default: 'ndjson' })
  @IsOptional()
  @IsOneOf(exportFormats)
  format?: ExportFormat;

  @ApiPropertyOptional({
    pattern: '^aud_[0-9A-HJKMNP-TV-Z]{26}$',
    description: 'Go on behind this entry: `next_cursor` of an export, or the id of the last entry that arrived whole.',
  })
  @IsOptional()
  @IsString({ message: 'must be the id of an entry' })
  cursor?: string;

  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Go on with new entries, in NDJSON, with a checkpoint at least every 10 seconds.',
  })
  @IsOptional()
  @IsFlag()
  follow?: 'true' | 'false';
}

export class AuditExportDto {
  @ApiProperty({ example: 'exp_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  export_id: string;

  @ApiProperty({
    enum: ['started', 'completed', 'broken', 'failed'],
    description: '`broken`: its reader went away, or it was cut off. `failed`: the process that sent it died.',
  })
  status: string;

  @ApiProperty({ type: String, enum: ['process_ended'], nullable: true, description: 'Why it failed.' })
  reason: string | null;

  @ApiProperty({ enum: exportFormats })
  format: ExportFormat;

  @ApiProperty()
  follow: boolean;

  @ApiProperty({ type: 'object', additionalProperties: true })
  filters: object;

  @ApiProperty({ type: 'integer', nullable: true })
  entries: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Of all bytes; in NDJSON of those before the last line.' })
  sha256: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The signed checkpoint of its end, as text.' })
  checkpoint: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Id of its last entry.' })
  next_cursor: string | null;

  @ApiProperty({ description: 'Id of the user; [erased] once erased.' })
  requested_by: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;
}

export class AuditExportList {
  @ApiProperty({ type: [AuditExportDto] })
  exports: AuditExportDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
