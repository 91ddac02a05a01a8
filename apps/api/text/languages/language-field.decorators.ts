import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { CanonicalTag } from '../../http/canonical-form.decorator.js';
import { IsText } from '../../http/constraints.js';
import { sourceLanguageSchema, targetLanguageSchema } from '../../openapi/property-schemas.js';

/** Declares the language that texts are translated to; required. */
export const TargetLanguage = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      ...targetLanguageSchema,
      description: 'Target language, ISO 639-1, or one of its variants that `GET /v1/languages` lists (`pt-BR`).',
      example: 'es',
    }),
    CanonicalTag(),
    IsText({ message: 'must be the code of a language, such as "es"' }),
  );

/** Declares the language that texts are in. */
export const SourceLanguage = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ ...sourceLanguageSchema, description, example: 'en' }),
    CanonicalTag(),
    IsOptional(),
    IsText({
      message: 'must be the code of a language, such as "en", or left out where the language is to be detected',
    }),
  );
