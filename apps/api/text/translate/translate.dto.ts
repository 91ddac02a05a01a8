import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { IsEuroVocDomain, IsOneOf } from '../../http/choice-constraints.js';
import { faultOfText, IsText } from '../../http/constraints.js';
import { textSchema } from '../../openapi/property-schemas.js';
import { SourceLanguage, TargetLanguage } from '../languages/language-field.decorators.js';
import { maxTextLength } from '../translation/text-limits.js';

export const formalities = ['formal', 'informal', 'neutral'] as const;
export const qualities = ['fast', 'balanced', 'quality'] as const;

const oneText = 'must be one string; several texts go to POST /v1/translate/batch';

export class TranslateRequest {
  @ApiProperty({
    description: 'Text to translate; at most 10,000 characters (Unicode code points).',
    ...textSchema,
    maxLength: maxTextLength,
    example: 'Good morning.',
  })
  @IsText({ message: ({ value }) => (Array.isArray(value) ? oneText : faultOfText(value)) })
  text: string;

  @TargetLanguage()
  target: string;

  @SourceLanguage('Source language, ISO 639-1; detected when omitted.')
  source?: string;

  @ApiPropertyOptional({ description: 'EuroVoc domain, number and name.', enum: euroVocDomains, example: '12 law' })
  @IsOptional()
  @IsEuroVocDomain()
  domain?: (typeof euroVocDomains)[number];

  @ApiPropertyOptional({ enum: formalities, description: 'Has an effect where the language supports it.' })
  @IsOptional()
  @IsOneOf(formalities)
  formality?: (typeof formalities)[number];

  @ApiPropertyOptional({
    default: true,
    description: 'Keep line breaks and runs of spaces. With false, each run of white space becomes one space.',
  })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  preserve_formatting?: boolean;

  @ApiPropertyOptional({
    description: 'Glossary to use; when omitted, the newest one that is bound to the `domain` given and to the pair.',
  })
  @IsOptional()
  @IsText()
  glossary_id?: string;

  @ApiPropertyOptional({ enum: qualities, default: 'balanced' })
  @IsOptional()
  @IsOneOf(qualities)
  quality?: (typeof qualities)[number];
}

export class TranslationResultDto {
  @ApiProperty({ example: 'Buenos días.' })
  translation: string;

  @ApiProperty({ description: 'The source that was given, or else the detected one.', example: 'en' })
  source_language: string;

  @ApiProperty({ example: 'es' })
  target_language: string;

  @ApiProperty({ description: 'What the detector says of the text; und for text without letters.', example: 'en' })
  detected_language: string;

  @ApiProperty({ minimum: 0, maximum: 1, description: "The engine's confidence in the translation." })
  confidence: number;

  @ApiProperty({ example: 'general' })
  domain: string;

  @ApiProperty({ type: 'integer', description: 'Words of the source text.' })
  word_count: number;

  @ApiProperty({ type: 'integer', description: 'Unicode code points of the source text.' })
  character_count: number;
}
