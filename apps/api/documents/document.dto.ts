import { ApiHideProperty, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { CanonicalTag } from '../http/canonical-tag.decorator.js';
import { IsText } from '../http/constraints.js';
import { targetLanguageSchema } from '../openapi/property-schemas.js';
import { qualities } from '../text/translate/translate.dto.js';

export class TranslateDocumentRequest {
  @ApiProperty({ ...targetLanguageSchema, example: 'fr' })
  @CanonicalTag()
  @IsText()
  target: string;

  @ApiPropertyOptional({
    description:
      "Glossary to use; when omitted, the newest one that is bound to the document's domain and to the pair.",
  })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  glossary_id?: string;
}

const notAFlag = { message: 'must be true or false' };

export class TranslateDocumentOptions {
  @ApiPropertyOptional({ enum: [true], description: 'Only true is possible in this release.' })
  @IsOptional()
  @IsBoolean(notAFlag)
  preserve_layout?: boolean;

  @ApiPropertyOptional({ enum: [true], description: 'Only true is possible in this release.' })
  @IsOptional()
  @IsBoolean(notAFlag)
  preserve_images?: boolean;

  @ApiPropertyOptional({ enum: [false], description: 'Only false is possible in this release.' })
  @IsOptional()
  @IsBoolean(notAFlag)
  translate_alt_text?: boolean;

  @ApiPropertyOptional({ enum: [false], description: 'Only false is possible in this release.' })
  @IsOptional()
  @IsBoolean(notAFlag)
  translate_comments?: boolean;

  @ApiPropertyOptional({ enum: qualities, default: 'balanced' })
  @IsOptional()
  @IsIn(qualities, { message: `must be one of ${qualities.join(', ')}` })
  quality?: (typeof qualities)[number];

  // Not in the OpenAPI document: no format supports it yet.
  @ApiHideProperty()
  @IsOptional()
  @IsString({ message: 'must be a range such as 1-3, or page numbers' })
  page_range?: string;

  @ApiPropertyOptional({ description: 'As `glossary_id` beside `options`, which comes first.' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  glossary_id?: string;
}

/** The request body as the OpenAPI document describes it. */
export class TranslateDocumentBody extends TranslateDocumentRequest {
  @ApiPropertyOptional({ type: TranslateDocumentOptions })
  options?: TranslateDocumentOptions;
}

export class TargetQuery {
  @ApiPropertyOptional({
    ...targetLanguageSchema,
    description: 'The translation to this language; the newest when omitted.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsString({ message: 'must be a language code' })
  target?: string;
}

export class DownloadQuery extends TargetQuery {
  @ApiPropertyOptional({
    pattern: '^[a-z0-9]+$',
    description: 'Output format; only the format of the input in this release.',
  })
  @IsOptional()
  @IsString({ message: 'must be a format' })
  format?: string;

  @ApiPropertyOptional({ enum: ['false'], description: 'Only false is possible in this release.' })
  @IsOptional()
  @IsIn(['true', 'false'], notAFlag)
  include_source?: 'true' | 'false';
}

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

  @ApiProperty({ enum: states })
  status: (typeof states)[number];

  @ApiProperty()
  source_language: string;

  @ApiProperty()
  target_language: string;

  @ApiProperty({ type: 'integer' })
  page_count: number;

  @ApiProperty({ type: 'integer' })
  word_count: number;

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

  @ApiPropertyOptional({ format: 'date-time', description: 'When completed.' })
  expires_at?: string;

  @ApiPropertyOptional({ type: DocumentFailureDto, description: 'When failed.' })
  error?: DocumentFailureDto;
}

export class DeletedDocumentDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ enum: [true] })
  deleted: true;
}
