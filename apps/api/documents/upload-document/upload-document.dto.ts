import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { IsText } from '../../http/constraints.js';
import { euroVocDomains } from '../../translate/euro-voc.js';

const flags = ['true', 'false'] as const;
const notAFlag = { message: 'must be true or false' };

/** The fields of an upload beside the file; a form has only texts. */
export class UploadDocumentFields {
  @ApiProperty({ description: 'Target language, ISO 639-1.', example: 'es' })
  @IsText()
  target: string;

  @ApiPropertyOptional({ description: 'Source language, ISO 639-1; detected when omitted.' })
  @IsOptional()
  @IsString({ message: 'must be a language code' })
  source?: string;

  @ApiPropertyOptional({ enum: euroVocDomains })
  @IsOptional()
  @IsIn(euroVocDomains, { message: `must be one of the EuroVoc domains: ${euroVocDomains.join('; ')}` })
  domain?: (typeof euroVocDomains)[number];

  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Only true is possible in this release.' })
  @IsOptional()
  @IsIn(flags, notAFlag)
  preserve_layout?: 'true' | 'false';

  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Translate headers and footers.' })
  @IsOptional()
  @IsIn(flags, notAFlag)
  translate_headers?: 'true' | 'false';

  @ApiPropertyOptional()
  @IsOptional()
  @IsString({ message: 'must be a string' })
  glossary_id?: string;

  @ApiPropertyOptional({ description: 'Receives document.completed and document.failed.' })
  @IsOptional()
  @IsText()
  webhook_url?: string;

  @ApiPropertyOptional({ description: 'Signs the webhook, by the Standard Webhooks scheme; at most 256 characters.' })
  @IsOptional()
  @IsText()
  @MaxLength(256, { message: 'must have at most 256 characters' })
  webhook_secret?: string;
}
