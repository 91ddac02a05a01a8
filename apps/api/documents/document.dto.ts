import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { PageCountSource } from '#libs/domain/document/document.events.js';
import { CanonicalTag } from '../http/canonical-form.decorator.js';
import { IsFlag, IsOneOf } from '../http/choice-constraints.js';
import { Closed } from '../http/closed.decorator.js';
import { IsLanguageTag, IsTimestamp } from '../http/constraints.js';
import { PageQuery, PaginationDto } from '../http/pagination.dto.js';
import { anyLanguageSchema, targetLanguageSchema, timestampSchema } from '../openapi/property-schemas.js';
import { FormatDetailsDto } from './report/format-details.dto.js';

@Closed()
export class TargetQuery {
  @ApiPropertyOptional({
    ...targetLanguageSchema,
    description: 'The translation to this language; the newest when omitted.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsLanguageTag()
  target?: string;
}

@Closed()
export class DownloadQuery extends TargetQuery {
  @ApiPropertyOptional({
    pattern: '^[a-z0-9]+$',
    description:
      'Format of the file, one of the `outputs` of its own format in `GET /v1/formats`; that of the upload by default.',
  })
  @IsOptional()
  @IsString({ message: 'must be a format' })
  format?: string;

  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'The source text beside its translation, for formats whose `include_source` is true.',
  })
  @IsOptional()
  @IsFlag()
  include_source?: 'true' | 'false';
}

const pageCountSources: PageCountSource[] = ['file', 'layout', 'estimate'];
const states = ['pending', 'processing', 'completed', 'failed', 'expired'] as const;

export class DocumentFailureDto {
  @ApiProperty()
  code: string;

  @ApiProperty()
  message: string;
}

export class DocumentDto {
  @ApiProperty({ example: 'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2' })
  id: string;

  @ApiProperty()
  filename: string;

  @ApiProperty({ example: 'docx', description: 'Id of its format in `GET /v1/formats`.' })
  format: string;

  @ApiProperty({ enum: states })
  status: (typeof states)[number];

  @ApiProperty()
  source_language: string;

  @ApiProperty()
  target_language: string;

  @ApiProperty({ type: 'integer' })
  page_count: number;

  @ApiPropertyOptional({
    enum: pageCountSources,
    description:
      'Where `page_count` comes from: what the `file` says, its `layout`, or an `estimate` by its length. Missing for documents of before it was recorded.',
  })
  page_count_source?: PageCountSource;

  @ApiProperty({ type: 'integer' })
  word_count: number;

  @ApiProperty({
    description: 'False for a document that could not be counted in ten seconds: `word_count` is 0 until it is.',
  })
  counted: boolean;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  progress: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'While it is translated.' })
  estimated_completion?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When completed.' })
  completed_at?: string;

  @ApiPropertyOptional({ description: 'When completed.' })
  download_url?: string;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When completed; null while a legal hold keeps the document.',
  })
  expires_at?: string | null;

  @ApiPropertyOptional({
    type: FormatDetailsDto,
    description: 'When completed, of a PDF that is asked for by its id: what it claims, and its translation.',
  })
  format_details?: FormatDetailsDto;

  @ApiPropertyOptional({ type: DocumentFailureDto, description: 'When failed.' })
  error?: DocumentFailureDto;
}

@Closed()
export class DocumentListQuery extends PageQuery {
  @ApiPropertyOptional({ enum: states, description: 'State of the translation that is shown.' })
  @IsOptional()
  @IsOneOf(states)
  status?: (typeof states)[number];

  // Documents outlive the pairs of an engine: a language that it has no more is as good a filter.
  @ApiPropertyOptional({ ...anyLanguageSchema, example: 'en', description: 'Source language.' })
  @CanonicalTag()
  @IsOptional()
  @IsLanguageTag()
  source?: string;

  @ApiPropertyOptional({
    ...anyLanguageSchema,
    example: 'es',
    description: 'Documents with a translation to this language; the newest such one is shown.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsLanguageTag()
  target?: string;

  @ApiPropertyOptional({ ...timestampSchema, description: 'Uploaded at this time or later.', example: '2026-11-01' })
  @IsOptional()
  @IsTimestamp()
  start?: string;

  @ApiPropertyOptional({ ...timestampSchema, description: 'Uploaded before this time.', example: '2026-12-01' })
  @IsOptional()
  @IsTimestamp()
  end?: string;
}

export class DocumentListDto {
  @ApiProperty({ type: [DocumentDto] })
  documents: DocumentDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}

export class DeletedDocumentDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: Boolean, description: 'Always true.' })
  deleted: true;
}
