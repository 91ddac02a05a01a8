import { type BeforeApplicationShutdown, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import { pause } from '#libs/platform/async/pause.js';
import { Admission } from '../access/admission.js';
import { assertScope } from '../access/authenticate.js';
import { Endpoint } from '../http/endpoint.decorator.js';
import { QueryOf } from '../http/query.decorator.js';
import { accessOf } from '../http/request-context.js';
import { EnvelopeOf } from '../openapi/envelope-of.decorator.js';
import { PulledMessages } from './pulled-messages.js';
import { MessagesQuery, PulledMessagesDto, toWanted } from './webhook-messages.dto.js';

/** Requests of an organization that wait for messages at a time, and those of all, on a node. */
export const waitingAtOnce = { slots: 1_024, perKey: 16 };
const lookEveryMs = 1_000;
const neededScope = 'webhooks:manage';

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhookMessagesController implements BeforeApplicationShutdown {
  private readonly slots = new FairSlots(waitingAtOnce);
  private readonly stopping = new AbortController();

  constructor(
    @Inject(PulledMessages) private readonly messages: Pick<PulledMessages, 'behind'>,
    @Inject(Admission) private readonly admission: Pick<Admission, 'admitKey'>,
  ) {}

  /** Lets those who wait ask another node. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  @Get(':id/messages')
  @ApiOperation({
    operationId: 'pullWebhookMessages',
    summary: 'Messages of a webhook that is pulled, in the order of their numbers',
    description:
      'Messages behind `after`, numbered and signed like those that are sent. Where there is none, the answer waits up to `wait` seconds for one, and is then empty. They can be asked for again for 7 days: older ones are left out, so that a number is missing. `after` beyond the newest message is 400. A webhook for events of `compliance` needs the scope `compliance:read` as well, which is asked for again as long as the answer waits. `POST /v1/webhooks` with `delivery: pull` makes such a webhook. Of an organization 16 requests may wait at a time.',
  })
  @EnvelopeOf(PulledMessagesDto, 200)
  @Endpoint({ scope: neededScope, errors: ['not_found', 'conflict'] })
  async pull(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @QueryOf(MessagesQuery) query: MessagesQuery,
  ): Promise<PulledMessagesDto> {
    const { after, waitMs } = toWanted(query);
    const scopes = new Set<Scope>([neededScope]);
    const look = () =>
      this.messages.behind({
        organizationId: accessOf(request).organizationId,
        webhookId: id,
        after,
        assertScope: (scope) => {
          scopes.add(scope);
          assertScope(accessOf(request), scope);
        },
      });
    const found = await look();
    if (found.messages.length > 0 || waitMs === 0 || request.method === 'HEAD') return found;
    return this.waitFor(request, reply, waitMs, look, scopes);
  }

  /** Looks for a message again and again, until the time is over or the receiver has gone. */
  private async waitFor(
    request: FastifyRequest,
    reply: FastifyReply,
    waitMs: number,
    look: () => Promise<PulledMessagesDto>,
    scopes: ReadonlySet<Scope>,
  ): Promise<PulledMessagesDto> {
    const until = performance.now() + waitMs;
    const leave = this.takePlace(request);
    const gone = new AbortController();
    const end = () => gone.abort();
    reply.raw.once('close', end);
    if (reply.raw.closed) end();
    const ended = anySignal([gone.signal, this.stopping.signal]);
    try {
      for (;;) {
        await pause(Math.min(lookEveryMs, Math.max(0, until - performance.now())), ended);
        await this.assertAdmitted(request, [...scopes]);
        const found = await look();
        if (found.messages.length > 0 || ended.aborted || performance.now() >= until) return found;
      }
    } finally {
      reply.raw.off('close', end);
      leave();
    }
  }

  /** A place among those who wait, in place of the one among the requests in flight. @throws Rejection `concurrent_limit` */
  private takePlace(request: FastifyRequest): () => void {
    const leave = this.slots.tryEnter(accessOf(request).organizationId);
    if (leave === undefined) {
      const details = { limit: waitingAtOnce.perKey, limit_of: 'waiting', scope: 'organization' };
      throw new Rejection('concurrent_limit', { details, retryAfter: 1 });
    }
    request.caller.endRequest?.();
    return leave;
  }

  /** @throws Rejection where key or session have ended or lost a right since the request came */
  private async assertAdmitted(request: FastifyRequest, scopes: readonly Scope[]): Promise<void> {
    const { credentialHash } = request.caller;
    if (credentialHash === undefined) throw new Rejection('missing_api_key');
    await this.admission.admitKey(request, credentialHash, scopes);
  }
}
