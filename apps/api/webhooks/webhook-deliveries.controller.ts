import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RedeliverWebhook } from '#libs/application/webhooks/redeliver-webhook.handler.js';
import { ReplayWebhook } from '#libs/application/webhooks/replay-webhook.handler.js';
import { TestWebhook } from '#libs/application/webhooks/test-webhook.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import {
  WebhookDeliveryQueries,
  type WebhookDeliveryView,
} from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { AllowedWebhookHosts } from '../access/allowed-webhook-hosts.js';
import { OwnWrites } from '../access/own-writes.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { periodOf } from '../http/period.js';
import { QueryOf } from '../http/query.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { FindWebhookHandler } from './find-webhook.handler.js';
import {
  maxReplayed,
  ReplayedWebhookDto,
  ReplayWebhookRequest,
  WebhookDeliveryDto,
  WebhookDeliveryListDto,
} from './webhook-deliveries.dto.js';

const shown = ({ document_id: _, ...delivery }: WebhookDeliveryView): WebhookDeliveryDto => delivery;

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhookDeliveriesController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(FindWebhookHandler) private readonly finding: Pick<FindWebhookHandler, 'handle'>,
    @Inject(WebhookDeliveryQueries)
    private readonly queries: Pick<WebhookDeliveryQueries, 'one' | 'ofWebhook' | 'countInPeriod'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(AllowedWebhookHosts) private readonly hosts: Pick<AllowedWebhookHosts, 'assertAllowed'>,
  ) {}

  @Post(':id/test')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a message that tells of nothing, with the number 0',
    description:
      'Sends one message at once and answers with its delivery, so that a receiver can be tried before anything happens. A URL whose host the organization does not name in `webhook_hosts` any more is 400.',
  })
  @EnvelopeOf(WebhookDeliveryDto, 200)
  @Endpoint({ scope: 'webhooks:manage', errors: ['not_found', 'conflict'] })
  async test(@Req() request: FastifyRequest, @Param('id') id: string): Promise<WebhookDeliveryDto> {
    const { organizationId } = accessOf(request);
    const { url } = await this.finding.handle(organizationId, id);
    if (url !== null) await this.hosts.assertAllowed('url', organizationId, url);
    const deliveryId = await this.commands.send(request, (metadata) => new TestWebhook(id, metadata));
    return this.delivery(request, deliveryId);
  }

  @Get(':id/deliveries')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'Messages to a webhook, newest first',
    description: 'Each message with its number and every attempt to deliver it.',
  })
  @EnvelopeOf(WebhookDeliveryListDto, 200)
  @Endpoint({ scope: 'webhooks:manage', errors: ['not_found'] })
  async list(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @QueryOf(PageQuery) query: PageQuery,
  ): Promise<WebhookDeliveryListDto> {
    const page = toPageRequest(query);
    const { organizationId } = accessOf(request);
    await this.finding.handle(organizationId, id);
    await this.ownWrites.visibleIn('webhook-deliveries', 'webhook-attempts');
    const { deliveries, pagination } = await this.queries.ofWebhook(organizationId, id, page);
    return { deliveries: deliveries.map(shown), pagination };
  }

  @Post(':id/deliveries/:deliveryId/redeliver')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'redeliverWebhook',
    summary: 'Send a message again, under the same id and number',
    description: 'A receiver that has had the message already knows it by its id.',
  })
  @EnvelopeOf(WebhookDeliveryDto, 200)
  @Endpoint({ scope: 'webhooks:manage', errors: ['not_found', 'conflict'] })
  async redeliver(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<WebhookDeliveryDto> {
    await this.commands.send(request, (metadata) => new RedeliverWebhook(id, deliveryId, metadata));
    return this.delivery(request, deliveryId);
  }

  @Post(':id/replay')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'replayWebhook',
    summary: 'Send the messages of a period again',
    description:
      'Sends every message of the period again, in the order of their numbers, those too that were never delivered while the endpoint was disabled.',
  })
  @ApiBody({
    type: ReplayWebhookRequest,
    examples: {
      day: {
        summary: 'A day, of a webhook',
        value: { start: '2026-11-01T00:00:00Z', end: '2026-11-02T00:00:00Z' },
      },
    },
  })
  @EnvelopeOf(ReplayedWebhookDto, 200)
  @Endpoint({
    scope: 'webhooks:manage',
    act: { action: 'webhook_replay', resource: 'webhook' },
    errors: ['missing_required_field', 'not_found', 'conflict'],
  })
  async replay(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body(validatedBy(ReplayWebhookRequest)) body: ReplayWebhookRequest,
  ): Promise<ReplayedWebhookDto> {
    const { start = body.start, end = body.end } = periodOf(body);
    await this.finding.handle(accessOf(request).organizationId, id);
    await this.ownWrites.visibleIn('webhook-deliveries');
    const deliveries = await this.queries.countInPeriod(id, start, end);
    if (deliveries > maxReplayed) {
      const reason = `the period must have at most ${maxReplayed} messages, and has ${deliveries}`;
      throw new Rejection('invalid_request', { details: { end: [reason] } });
    }
    const period = { start, end, deliveries };
    await this.commands.send(request, (metadata) => new ReplayWebhook(id, period, metadata));
    return { deliveries };
  }

  private async delivery(request: FastifyRequest, deliveryId: string): Promise<WebhookDeliveryDto> {
    await this.ownWrites.visibleIn('webhook-deliveries', 'webhook-attempts');
    const delivery = await this.queries.one(accessOf(request).organizationId, deliveryId);
    if (delivery === undefined) throw new Rejection('service_unavailable');
    return shown(delivery);
  }
}
