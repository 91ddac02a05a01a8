import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { Endpoint } from '../../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../../http/pagination.dto.js';
import { QueryOf } from '../../http/query.decorator.js';
import { accessOf } from '../../http/request-context.js';
import { EnvelopeOf } from '../../openapi/envelope-of.decorator.js';
import { WebhookDeliveryListDto } from '../../webhooks/webhook-deliveries.dto.js';
import { FindDocumentHandler } from '../find-document.handler.js';

@ApiTags('documents')
@Controller('v1/documents')
export class DocumentWebhooksController {
  constructor(
    private readonly documents: FindDocumentHandler,
    @Inject(WebhookDeliveryQueries) private readonly deliveries: Pick<WebhookDeliveryQueries, 'ofDocument'>,
  ) {}

  @Get(':id/webhooks')
  @ApiOperation({
    operationId: 'listDocumentWebhooks',
    summary: 'Deliveries of the webhook of a document',
    description: 'Every attempt to reach the `webhook_url` of a document, with the status or the error that ended it.',
  })
  @EnvelopeOf(WebhookDeliveryListDto, 200)
  @Endpoint({ scope: 'documents:read', errors: ['document_not_found'] })
  async list(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @QueryOf(PageQuery) query: PageQuery,
  ): Promise<WebhookDeliveryListDto> {
    const access = accessOf(request);
    const page = toPageRequest(query);
    await this.documents.view(access, id);
    const { deliveries, pagination } = await this.deliveries.ofDocument(access.organizationId, id, page);
    return {
      deliveries: deliveries.map(({ document_id: _, ...delivery }) => delivery),
      pagination,
    };
  }
}
