import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { Quality } from '#libs/domain/document/document.events.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsText } from '../../http/constraints.js';
import { SourceLanguage, TargetLanguage } from '../../text/languages/language-field.decorators.js';
import { FormatOptionsDto } from '../options/format-options.dto.js';
import {
  Domain,
  FormFlag,
  type FormFlagValue,
  GlossaryId,
  Pages,
  QualityOfTranslation,
} from '../options/option-fields.decorators.js';

/** The fields of an upload beside the file; the values of a form are all strings. */
@Closed()
export class UploadDocumentFields {
  @TargetLanguage()
  target: string;

  @SourceLanguage('Source language, ISO 639-1; detected when omitted.')
  source?: string;

  @Domain()
  domain?: string;

  @FormFlag('preserve_layout', 'Keep the layout; otherwise text may flow, and nothing is made smaller.')
  preserve_layout?: FormFlagValue;

  @FormFlag('preserve_images', 'Keep pictures; otherwise their alternative text stands in their place.')
  preserve_images?: FormFlagValue;

  @FormFlag('translate_headers', 'Translate headers and footers.')
  translate_headers?: FormFlagValue;

  @FormFlag('translate_alt_text', 'Translate the alternative text of pictures.')
  translate_alt_text?: FormFlagValue;

  @FormFlag('translate_comments', 'Translate comments.')
  translate_comments?: FormFlagValue;

  @QualityOfTranslation()
  quality?: Quality;

  @Pages()
  page_range?: string;

  @GlossaryId('Glossary to use; when omitted, the newest one that is bound to the `domain` given and to the pair.')
  glossary_id?: string;

  @ApiPropertyOptional({ type: FormatOptionsDto, description: 'Options of single formats, as JSON.' })
  @IsOptional()
  @IsString({ message: 'must be a JSON object' })
  format_options?: string;

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
    description:
      'Signs the webhook, by the Standard Webhooks scheme; needs a `webhook_url`. At least 24 bytes, counted as they are behind the base64 of `whsec_`.',
  })
  @IsOptional()
  @MaxLength(256, { message: 'must have at most 256 characters' })
  @IsText()
  webhook_secret?: string;
}

/** The form as the OpenAPI document describes it. */
@Closed()
export class UploadDocumentForm extends UploadDocumentFields {
  @ApiProperty({
    type: String,
    format: 'binary',
    description: 'At most 100 MB (104,857,600 bytes).',
    example: 'Good morning.',
  })
  file: unknown;
}
