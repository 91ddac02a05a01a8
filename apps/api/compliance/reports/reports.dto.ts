import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { type ReportFormat, type ReportType, reportFormats, reportTypes } from '#libs/domain/report/report-types.js';
import { type ReportStatus, reportStatuses } from '#projections/reports/report.entity.js';
import { IsOneOf } from '../../http/choice-constraints.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsDay } from '../../http/constraints.js';
import { PageQuery, PaginationDto } from '../../http/pagination.dto.js';

export class ReportPeriodDto {
  @ApiProperty({
    type: String,
    format: 'date',
    example: '2026-01-01',
    description: 'First day, UTC; not in the future.',
  })
  @IsDay()
  start: string;

  @ApiProperty({
    type: String,
    format: 'date',
    example: '2026-12-31',
    description: 'Last day, UTC; it is inside. It may be to come, at most a year ahead: the report has what there is.',
  })
  @IsDay()
  end: string;
}

export class RequestReportBody {
  @ApiProperty({ enum: reportTypes, example: 'usage' })
  @IsOneOf(reportTypes)
  type: ReportType;

  @ApiProperty({ type: ReportPeriodDto })
  @IsObject({ message: 'must be an object of start and end' })
  period: ReportPeriodDto;

  @ApiPropertyOptional({ enum: reportFormats, default: 'pdf' })
  @IsOptional()
  @IsOneOf(reportFormats)
  format?: ReportFormat | null;
}

@Closed()
export class ReportListQuery extends PageQuery {
  @ApiPropertyOptional({ enum: reportTypes })
  @IsOptional()
  @IsOneOf(reportTypes)
  type?: ReportType;

  @ApiPropertyOptional({ enum: reportStatuses })
  @IsOptional()
  @IsOneOf(reportStatuses)
  status?: ReportStatus;
}

class ReportErrorDto {
  @ApiProperty({ example: 'processing_failed' })
  code: string;

  @ApiProperty()
  message: string;
}

export class ReportDto {
  @ApiProperty({ example: 'rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  id: string;

  @ApiProperty({ enum: reportTypes })
  type: ReportType;

  @ApiProperty({ enum: reportStatuses })
  status: ReportStatus;

  @ApiProperty({ enum: reportFormats })
  format: ReportFormat;

  @ApiProperty({ type: ReportPeriodDto })
  period: ReportPeriodDto;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'Percent.' })
  progress: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'While it is generated.' })
  estimated_completion?: string;

  @ApiPropertyOptional({ type: 'integer', description: 'When completed.' })
  size_bytes?: number;

  @ApiPropertyOptional({ description: 'When completed.' })
  download_url?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When completed: the file is removed then.' })
  expires_at?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When completed.' })
  completed_at?: string;

  @ApiPropertyOptional({ type: ReportErrorDto, description: 'When failed.' })
  error?: ReportErrorDto;
}

export class ReportList {
  @ApiProperty({ type: [ReportDto] })
  reports: ReportDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
