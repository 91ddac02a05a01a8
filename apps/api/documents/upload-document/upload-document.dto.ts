import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { IsText } from '../../http/constraints.js';
import { sourceLanguageSchema } from '../../openapi/property-schemas.js';
import { TargetLanguage } from '../../text/languages/language-field.decorators.js';

const flags = ['true', 'false'] as const;
const notAFlag = { message: 'must be true or false' };

/** The fields of an upload beside the file; the values of a form are all strings. */
export class UploadDocumentFields {
  @TargetLanguage()
  target: string;

  @ApiPropertyOptional({ ...sourceLanguageSchema, description: 'Source language, ISO 639-1; detected when omitted.' })
  @IsOptional()
  @IsString({ message: 'must be a language code' })
  source?: string;

  @ApiPropertyOptional({ enum: euroVocDomains })
  @IsOptional()
  @IsIn(euroVocDomains, { message: `must be one of the EuroVoc domains: ${euroVocDomains.join('; ')}` })
  domain?: (typeof euroVocDomains)[number];

  @ApiPropertyOptional({ type: Boolean, enum: [true], description: 'Only true is possible in this release.' })
  @IsOptional()
  @IsIn(flags, notAFlag)
  preserve_layout?: 'true' | 'false';

  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Translate headers and footers.' })
  @IsOptional()
  @IsIn(flags, notAFlag)
  translate_headers?: 'true' | 'false';

  @ApiPropertyOptional({
    description: 'Glossary to use; when omitted, the newest one that is bound to the `domain` given and to the pair.',
  })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  glossary_id?: string;

  @ApiPropertyOptional({
    format: 'uri',
    maxLength: 2_048,
    description: 'Receives document.completed and document.failed.',
  })
  @IsOptional()
  @IsText()
  webhook_url?: string;

  @ApiPropertyOptional({
    minLength: 1,
    maxLength: 256,
    description: 'Signs the webhook, by the Standard Webhooks scheme; needs a `webhook_url`.',
  })
  @IsOptional()
  @IsText()
  @MaxLength(256, { message: 'must have at most 256 characters' })
  webhook_secret?: string;
}

/** The form as the OpenAPI document describes it. */
export class UploadDocumentForm extends UploadDocumentFields {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'At most 100 MB (104,857,600 bytes).',
    example: 'Good morning.',
  })
  file: unknown;
}
