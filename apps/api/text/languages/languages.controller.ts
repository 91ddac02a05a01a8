import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { entityTagOf, isMatchedBy } from '../../http/entity-tag.js';
import { WithMeta } from '../../http/envelope.js';
import { QueryOf } from '../../http/query.decorator.js';
import { EnvelopeOf, entityTag } from '../../openapi/envelope-of.decorator.js';
import { LanguageList, LanguagesQuery } from './languages.dto.js';
import { ListLanguagesHandler } from './list-languages.handler.js';

@ApiTags('text')
@Controller('v1/languages')
export class LanguagesController {
  constructor(private readonly handler: ListLanguagesHandler) {}

  @Get()
  @ApiOperation({
    operationId: 'listLanguages',
    summary: 'List what the running engine can translate',
    description: 'What can be translated here and now, by pair. The answer has an `ETag`.',
  })
  @EnvelopeOf(LanguageList, 200, entityTag)
  @Endpoint({ scope: 'languages', errors: ['invalid_language', 'model_unavailable'] })
  async list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @QueryOf(LanguagesQuery) query: LanguagesQuery,
  ): Promise<LanguageList | WithMeta<LanguageList> | undefined> {
    const list = await this.handler.handle(query);
    const tag = entityTagOf(list instanceof WithMeta ? list.data : list);
    reply.header('ETag', tag);
    if (isMatchedBy(tag, request.headers['if-none-match'])) {
      reply.code(304);
      return undefined;
    }
    return list;
  }
}
