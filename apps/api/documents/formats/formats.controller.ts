import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentInspection } from '#libs/application/documents/document-inspection.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { entityTagOf, isMatchedBy } from '../../http/entity-tag.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf, entityTag } from '../../openapi/envelope-of.decorator.js';
import { formatList } from './format-list.js';
import { DocumentFormatList } from './formats.dto.js';

@ApiTags('documents')
@Controller('v1/formats')
export class FormatsController {
  constructor(@Inject(DocumentInspection) private readonly inspection: Pick<DocumentInspection, 'readable'>) {}

  @Get()
  @ApiOperation({
    operationId: 'listFormats',
    summary: 'List the formats of documents, with their options',
    description: 'Each format with its extensions, media types, limits, and the options that have an effect in it.',
  })
  @EnvelopeOf(DocumentFormatList, 200, entityTag)
  @Endpoint({ scope: 'languages', errors: [] })
  async listFormats(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentFormatList | undefined> {
    const { organizationId } = accessOf(request);
    const data = { formats: formatList(await this.inspection.readable({ organizationId })) };
    const tag = entityTagOf(data);
    reply.header('ETag', tag);
    if (isMatchedBy(tag, request.headers['if-none-match'])) {
      reply.code(304);
      return undefined;
    }
    return data;
  }
}
