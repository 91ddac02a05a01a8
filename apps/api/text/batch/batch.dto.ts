import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsOptional, IsString } from 'class-validator';
import { type ErrorCode, errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import { SourceLanguage, TargetLanguage } from '../languages/language-field.decorators.js';
import { maxTextLength } from '../translation/text-limits.js';

const maxTexts = 100;

export class BatchRequest {
  @ApiProperty({
    type: 'array',
    // An item may be empty.
    items: { type: 'string', maxLength: maxTextLength, pattern: '^[^\\u0000]*$' },
    minItems: 1,
    maxItems: maxTexts,
    description: 'Each of at most 10,000 characters (Unicode code points). An empty one is answered as empty.',
    example: ['Good morning.', 'Good night.'],
  })
  @IsArray({ message: 'must be an array of strings' })
  @ArrayNotEmpty({ message: 'must have a text' })
  @ArrayMaxSize(maxTexts, { message: `must have at most ${maxTexts} texts` })
  @IsString({ each: true, message: 'must be a string' })
  texts: string[];

  @TargetLanguage()
  target: string;

  @SourceLanguage('Source language of every text, ISO 639-1; detected text by text when omitted.')
  source?: string;

  @ApiPropertyOptional({ default: true, description: 'False: the texts are translated one after another.' })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  parallel?: boolean;
}

export interface BatchTranslation {
  text: string;
  translation: string;
  source_language: string;
  route?: readonly string[];
}

export interface FailedBatchItem {
  text: string;
  error: BatchItemError;
}

export class BatchItemError {
  @ApiProperty({ enum: Object.keys(errorCatalogue), example: 'text_too_long' })
  code: ErrorCode;

  @ApiProperty({ description: 'For people.' })
  message: string;

  @ApiProperty({ type: 'integer', example: 400, description: 'The status that the error has by itself.' })
  status: number;
}

/** An item as the document describes it: generators of clients cannot tell two schemas of items apart. */
class BatchItemDto {
  @ApiProperty({ description: 'The text as it came.', example: 'Good morning.' })
  text: string;

  @ApiPropertyOptional({ description: 'The translation; absent where there is an `error`.', example: 'Buenos días.' })
  translation?: string;

  @ApiPropertyOptional({
    description: 'The source that was given, or else the detected one; absent where there is an `error`.',
    example: 'en',
  })
  source_language?: string;

  @ApiPropertyOptional({
    type: BatchItemError,
    description: 'The reason why the text was not translated; only with `Prefer: partial`.',
  })
  error?: BatchItemError;

  @ApiPropertyOptional({
    type: [String],
    description: 'Languages passed through where the engine had to pivot.',
    example: ['fr', 'es', 'en'],
  })
  route?: readonly string[];
}

export class BatchResult {
  @ApiProperty({
    type: [BatchItemDto],
    description: 'In the order of the texts. Failed ones only with `Prefer: partial`.',
  })
  translations: (BatchTranslation | FailedBatchItem)[];

  @ApiProperty({ type: 'integer', description: 'Words of all texts that are translated.' })
  total_word_count: number;

  @ApiProperty({ type: 'integer', description: 'Unicode code points of all texts that are translated.' })
  total_character_count: number;
}
