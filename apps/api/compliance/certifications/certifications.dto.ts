import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional } from 'class-validator';
import { type CertificationStatus, certificationStatuses } from '#libs/domain/certification/certification.events.js';
import { IsOneOf } from '../../http/choice-constraints.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsDay, IsLabel, IsTimestamp } from '../../http/constraints.js';
import { PaginationDto } from '../../http/pagination.dto.js';
import { labelSchema, timestampSchema } from '../../openapi/property-schemas.js';

/** Code points that the name of a standard may have. */
export const standardLength = 100;
/** Code points of an article, and how many there may be: with these, the entry of an act stays within its limit. */
const articleLength = 50;
const maxArticles = 100;

/** Closed: it replaces what is recorded, so that a misspelt end would be no end. */
@Closed()
export class CertificationRequest {
  @ApiPropertyOptional({
    ...labelSchema(standardLength),
    example: 'ISO 27001',
    description: 'The standard of the path, which it has to be when it is given.',
  })
  @IsOptional()
  @IsLabel(standardLength)
  standard?: string;

  @ApiProperty({ enum: certificationStatuses, example: 'compliant' })
  @IsOneOf(certificationStatuses)
  status: CertificationStatus;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', ...labelSchema(articleLength) },
    maxItems: maxArticles,
    example: ['Art. 28', 'Art. 32'],
  })
  @IsOptional()
  @IsArray({ message: 'must be an array of articles' })
  @ArrayMaxSize(maxArticles, { message: `must have at most ${maxArticles} entries` })
  @IsLabel(articleLength, { each: true })
  articles?: string[] | null;

  @ApiPropertyOptional({ type: String, nullable: true, ...labelSchema(200) })
  @IsOptional()
  @IsLabel(200)
  level?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, ...labelSchema(200), example: 'FI-2026-0042' })
  @IsOptional()
  @IsLabel(200)
  certificate_id?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    ...labelSchema(200),
    example: '2026-01-01 to 2026-12-31',
    description: 'A date range, as text.',
  })
  @IsOptional()
  @IsLabel(200)
  report_period?: string | null;

  @ApiPropertyOptional({ ...timestampSchema, nullable: true, example: '2026-11-01T00:00:00Z' })
  @IsOptional()
  @IsTimestamp()
  verified_at?: string | null;

  @ApiPropertyOptional({
    ...timestampSchema,
    nullable: true,
    example: '2099-11-01T00:00:00Z',
    description: 'Notice is given 90, 30, 7 and 1 days before.',
  })
  @IsOptional()
  @IsTimestamp()
  expires_at?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
    description: 'The day on which a certification in progress is expected.',
  })
  @IsOptional()
  @IsDay()
  expected_date?: string | null;
}

/** A field that was not recorded is absent. */
export class CertificationDto {
  @ApiProperty({ example: 'ISO 27001' })
  standard: string;

  @ApiProperty({ enum: certificationStatuses })
  status: CertificationStatus;

  @ApiPropertyOptional({ type: [String] })
  articles?: string[];

  @ApiPropertyOptional()
  level?: string;

  @ApiPropertyOptional()
  certificate_id?: string;

  @ApiPropertyOptional()
  report_period?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  verified_at?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  expires_at?: string;

  @ApiPropertyOptional({ format: 'date' })
  expected_date?: string;
}

export class CertificationList {
  @ApiProperty({ type: [CertificationDto] })
  certifications: CertificationDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class DeletedCertificationDto {
  @ApiProperty()
  standard: string;

  @ApiProperty({ type: Boolean, description: 'Always true.' })
  deleted: true;
}
