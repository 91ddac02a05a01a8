import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { entityTagOf, isMatchedBy } from '../../http/entity-tag.js';
import { WithMeta } from '../../http/envelope.js';
import { EnvelopeOf, entityTag } from '../../openapi/envelope-of.decorator.js';
import { ListModelsHandler } from './list-models.handler.js';
import { ModelList } from './models.dto.js';

@ApiTags('text')
@Controller('v1/models')
export class ModelsController {
  constructor(private readonly handler: ListModelsHandler) {}

  @Get()
  @ApiOperation({
    operationId: 'listModels',
    summary: 'List the models that translate here',
    description:
      'Models that the answering node may use now, with their hashes, licences and sources. The answer has an `ETag`.',
  })
  @EnvelopeOf(ModelList, 200, entityTag)
  @Endpoint({ scope: 'languages', errors: ['model_unavailable'] })
  async list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ModelList | WithMeta<ModelList> | undefined> {
    const list = await this.handler.handle();
    const tag = entityTagOf(list instanceof WithMeta ? list.data : list);
    reply.header('ETag', tag);
    if (isMatchedBy(tag, request.headers['if-none-match'])) {
      reply.code(304);
      return undefined;
    }
    return list;
  }
}
