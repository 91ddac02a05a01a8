import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { englishName, nativeName, scriptName } from '#libs/text/languages/language-names.js';
import { Engines } from '../../engines.js';
import { CanonicalTag } from '../../http/canonical-tag.decorator.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { entityTagOf, isMatchedBy } from '../../http/entity-tag.js';
import { validatedBy } from '../../http/validation.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { sourceLanguageSchema, targetLanguageSchema } from '../../openapi/property-schemas.js';
import { assertFilterLanguage, filteredPairs, languagesOf } from './language-list.js';

export class LanguagesQuery {
  @ApiPropertyOptional({
    ...sourceLanguageSchema,
    description: 'Only languages that this one can be translated to, and itself.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsString({ message: 'must be a language code' })
  source?: string;

  @ApiPropertyOptional({
    ...targetLanguageSchema,
    description: 'Only languages that can be translated to this one, and itself.',
  })
  @CanonicalTag()
  @IsOptional()
  @IsString({ message: 'must be a language code' })
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

@ApiTags('text')
@Controller('v1/languages')
export class LanguagesController {
  constructor(private readonly engines: Engines) {}

  @Get()
  @ApiOperation({ operationId: 'listLanguages', summary: 'List what the running engine can translate' })
  @EnvelopeOf(LanguageList, 200)
  @Endpoint({ scope: 'languages', errors: ['invalid_language', 'model_unavailable'] })
  async list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query(validatedBy(LanguagesQuery)) query: LanguagesQuery,
  ): Promise<LanguageList | undefined> {
    const { inference } = this.engines;
    const all = await inference.pairs();
    assertFilterLanguage(all, 'source', query.source);
    assertFilterLanguage(all, 'target', query.target);
    const pairs = filteredPairs(all, query);
    const features = new Map((await inference.languages()).map((language) => [language.code, language]));
    const languages = languagesOf(pairs).map(({ code, directions, variants }) => ({
      code,
      name: englishName(code),
      native_name: nativeName(code),
      script: scriptName(code),
      supports_formality: features.get(code)?.supportsFormality ?? false,
      supported_directions: directions,
      variants,
    }));
    const data: LanguageList = { languages, total: languages.length };
    if (query.detail === 'pairs') {
      data.pairs = pairs.map(({ source, target, route }) => ({
        source,
        target,
        route: [...(route ?? [source, target])],
      }));
    }
    const tag = entityTagOf(data);
    reply.header('ETag', tag);
    if (isMatchedBy(tag, request.headers['if-none-match'])) {
      reply.code(304);
      return undefined;
    }
    return data;
  }
}
