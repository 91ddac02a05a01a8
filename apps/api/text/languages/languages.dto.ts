import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CanonicalTag } from '../../http/canonical-form.decorator.js';
import { Closed } from '../../http/closed.decorator.js';
import { IsText } from '../../http/constraints.js';
import { sourceLanguageSchema, targetLanguageSchema } from '../../openapi/property-schemas.js';

@Closed()
export class LanguagesQuery {
  @ApiPropertyOptional({
    ...sourceLanguageSchema,
    description: 'Only languages that this one can be translated to, and itself.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsText({ message: 'must be the code of a language, or left out' })
  source?: string;

  @ApiPropertyOptional({
    ...targetLanguageSchema,
    description: 'Only languages that can be translated to this one, and itself.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsText({ message: 'must be the code of a language, or left out' })
  target?: string;

  @ApiPropertyOptional({ enum: ['pairs'], description: 'Adds the pairs that pass the filters, with their routes.' })
  @IsOptional()
  @IsIn(['pairs'], { message: 'must be pairs' })
  detail?: 'pairs';
}

export class Language {
  @ApiProperty({ example: 'es' })
  code: string;

  @ApiProperty({ example: 'Spanish' })
  name: string;

  @ApiProperty({ example: 'español' })
  native_name: string;

  @ApiProperty({ example: 'Latin' })
  script: string;

  @ApiProperty()
  supports_formality: boolean;

  @ApiProperty()
  supports_domain: boolean;

  @ApiProperty({ enum: ['to', 'from'], isArray: true })
  supported_directions: ('to' | 'from')[];

  @ApiProperty({ type: [String], description: 'Variants that can be a target, BCP 47.', example: ['pt-BR', 'pt-PT'] })
  variants: string[];
}

export class Pair {
  @ApiProperty({ example: 'en' })
  source: string;

  @ApiProperty({ example: 'es' })
  target: string;

  @ApiProperty({ type: [String], description: 'Languages passed through, both ends included.', example: ['en', 'es'] })
  route: string[];
}

export class LanguageList {
  @ApiProperty({ type: [Language] })
  languages: Language[];

  @ApiProperty({ type: 'integer' })
  total: number;

  @ApiPropertyOptional({ type: [Pair], description: 'With ?detail=pairs.' })
  pairs?: Pair[];
}
