import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '#libs/application/key-access.js';
import { CreateWebhook } from '#libs/application/webhooks/create-webhook.handler.js';
import { DeleteWebhook } from '#libs/application/webhooks/delete-webhook.handler.js';
import { RotateWebhookSecret } from '#libs/application/webhooks/rotate-webhook-secret.handler.js';
import { UpdateWebhook } from '#libs/application/webhooks/update-webhook.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isOfCompliance, type WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { AllowedWebhookHosts } from '../access/allowed-webhook-hosts.js';
import { assertScope } from '../access/authenticate.js';
import { OwnWrites } from '../access/own-writes.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { PageQuery, toPageRequest } from '../http/pagination.dto.js';
import { QueryOf } from '../http/query.decorator.js';
import { RequestCommands } from '../http/request-commands.js';
import { accessOf } from '../http/request-context.js';
import { validatedBy } from '../http/validation.js';
import { assertWebhookSecret, assertWebhookTarget } from '../http/webhook-target.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { FindWebhookHandler } from './find-webhook.handler.js';
import { WebhookLimit } from './webhook-limit.js';
import {
  CreatedWebhookDto,
  CreateWebhookRequest,
  DeletedWebhookDto,
  RotatedSecretDto,
  UpdateWebhookRequest,
  WebhookDto,
  WebhookList,
} from './webhooks.dto.js';

const complianceScope = 'compliance:read';

const notWherePulled = 'must be left out where messages are pulled';

/** Refuses events of compliance to whoever may not read them here. @throws Rejection `insufficient_scope` */
const assertMayHear = (access: KeyAccess, events: readonly WebhookEventName[]): void => {
  if (events.some(isOfCompliance)) assertScope(access, complianceScope);
};

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly commands: RequestCommands,
    @Inject(WebhookLimit) private readonly limit: Pick<WebhookLimit, 'within'>,
    @Inject(FindWebhookHandler) private readonly finding: Pick<FindWebhookHandler, 'handle' | 'all'>,
    @Inject(WebhookQueries) private readonly queries: Pick<WebhookQueries, 'list'>,
    @Inject(OwnWrites) private readonly ownWrites: Pick<OwnWrites, 'visibleIn'>,
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE' | 'TRANSLEDGER_WEBHOOK_ALLOW_HTTP'>,
    @Inject(AllowedWebhookHosts) private readonly hosts: Pick<AllowedWebhookHosts, 'assertAllowed'>,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    operationId: 'createWebhook',
    summary: 'Subscribe to events',
    description:
      'Each message is signed by the Standard Webhooks scheme and numbered without gaps. It is sent to the URL, or lies ready for whoever asks for it where `delivery` is `pull`. The answer is the one place where the secret is shown. Events of `compliance` need the scope `compliance:read` as well.',
  })
  @ApiBody({
    type: CreateWebhookRequest,
    examples: {
      documents: {
        summary: 'Whatever becomes of documents',
        value: { url: 'https://hooks.example.com/documents', events: ['document.completed', 'document.failed'] },
      },
      pulled: {
        summary: 'Whatever becomes of documents, for a receiver that asks',
        value: { delivery: 'pull', events: ['document.completed', 'document.failed'] },
      },
    },
  })
  @EnvelopeOf(CreatedWebhookDto, 201)
  @Endpoint({
    scope: 'webhooks:manage',
    act: { action: 'webhook_create', resource: 'webhook' },
    errors: ['missing_required_field', 'conflict'],
  })
  async create(
    @Req() request: FastifyRequest,
    @Body(validatedBy(CreateWebhookRequest)) { url, events, secret, delivery }: CreateWebhookRequest,
  ): Promise<CreatedWebhookDto> {
    const access = accessOf(request);
    assertMayHear(access, events);
    const { organizationId } = access;
    if (url != null) {
      if (delivery === 'pull') throw new Rejection('invalid_request', { details: { url: [notWherePulled] } });
      assertWebhookTarget('url', url, this.settings);
    }
    if (secret != null) assertWebhookSecret('secret', secret);
    if (url != null) await this.hosts.assertAllowed('url', organizationId, url);
    const wanted = { url: url ?? null, events, secret: secret ?? undefined };
    const created = await this.limit.within(organizationId, () =>
      this.commands.send(request, (metadata) => new CreateWebhook(wanted, metadata)),
    );
    return { ...(await this.finding.handle(organizationId, created.webhookId)), secret: created.secret };
  }

  @Get()
  @ApiOperation({
    operationId: 'listWebhooks',
    summary: 'List webhooks, newest first',
    description: 'The subscribed endpoints of the organization, without their secrets.',
  })
  @EnvelopeOf(WebhookList, 200)
  @Endpoint({ scope: 'webhooks:manage', errors: [] })
  async list(@Req() request: FastifyRequest, @QueryOf(PageQuery) query: PageQuery): Promise<WebhookList> {
    const page = toPageRequest(query);
    const { organizationId } = accessOf(request);
    await this.ownWrites.visibleIn('webhooks');
    const { ids, pagination } = await this.queries.list(organizationId, page);
    return { webhooks: await this.finding.all(organizationId, ids), pagination };
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getWebhook',
    summary: 'A webhook',
    description: 'What the endpoint is subscribed to, and whether it is active.',
  })
  @EnvelopeOf(WebhookDto, 200)
  @Endpoint({ scope: 'webhooks:manage', errors: ['not_found'] })
  get(@Req() request: FastifyRequest, @Param('id') id: string): Promise<WebhookDto> {
    return this.finding.handle(accessOf(request).organizationId, id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateWebhook',
    summary: 'Change URL or events, or enable a webhook again',
    description:
      '`status: active` enables an endpoint again that was disabled after failures. Messages of that time keep their numbers and can be replayed. A webhook that has events of `compliance` then needs the scope `compliance:read` as well.',
  })
  @ApiBody({
    type: UpdateWebhookRequest,
    examples: { events: { summary: 'Fewer events, of a webhook', value: { events: ['document.failed'] } } },
  })
  @EnvelopeOf(WebhookDto, 200)
  @Endpoint({
    scope: 'webhooks:manage',
    act: { action: 'webhook_update', resource: 'webhook' },
    errors: ['missing_required_field', 'not_found', 'conflict'],
  })
  async update(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Body(validatedBy(UpdateWebhookRequest)) { url, events, status }: UpdateWebhookRequest,
  ): Promise<WebhookDto> {
    const access = accessOf(request);
    await this.assertMayChange(access, id, events);
    const { organizationId } = access;
    if (url != null) {
      assertWebhookTarget('url', url, this.settings);
      await this.hosts.assertAllowed('url', organizationId, url);
    }
    const changes = { url: url ?? undefined, events: events ?? undefined, isEnabled: status === 'active' };
    await this.commands.send(request, (metadata) => new UpdateWebhook(id, changes, metadata));
    return this.finding.handle(organizationId, id);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret; the old one signs for 24 hours more',
    description:
      'Messages carry both signatures until `previous_valid_until`, so that receivers can change over without a loss. For a webhook with events of `compliance` the scope `compliance:read` is needed as well. No more than two secrets are valid: another rotation before that time ends the older one at once.',
  })
  @EnvelopeOf(RotatedSecretDto, 200)
  @Endpoint({
    scope: 'webhooks:manage',
    act: { action: 'webhook_update', resource: 'webhook' },
    errors: ['not_found', 'conflict'],
  })
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string): Promise<RotatedSecretDto> {
    await this.assertMayChange(accessOf(request), id);
    const rotated = await this.commands.send(request, (metadata) => new RotateWebhookSecret(id, metadata));
    return { secret: rotated.secret, previous_valid_until: rotated.previousValidUntil };
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook, its URL and secrets',
    description: 'Messages that have not been delivered are not sent any more.',
  })
  @EnvelopeOf(DeletedWebhookDto, 200)
  @Endpoint({
    scope: 'webhooks:manage',
    act: { action: 'webhook_delete', resource: 'webhook' },
    errors: ['not_found'],
  })
  async delete(@Req() request: FastifyRequest, @Param('id') id: string): Promise<DeletedWebhookDto> {
    await this.commands.send(request, (metadata) => new DeleteWebhook(id, metadata));
    return { id, deleted: true as const };
  }

  /** Refuses to change where messages go, or what signs them, to whoever may not hear them. @throws Rejection as `assertMayHear`, `not_found` */
  private async assertMayChange(access: KeyAccess, id: string, events?: readonly WebhookEventName[]): Promise<void> {
    if (access.scopes.includes(complianceScope)) return;
    assertMayHear(access, events ?? (await this.finding.handle(access.organizationId, id)).events);
  }
}
