import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { hashApiKey } from '#libs/platform/ids/api-key-format.js';
import { clientAddress } from '#libs/platform/ip-address/client-address.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { IdempotencyStore } from '#libs/ports/idempotency/idempotency.port.js';
import type { Admission, Admitted } from '../access/admission.js';
import { keyFromHeader } from '../access/authenticate.js';
import { errorEnvelope, toRejection } from './error-envelope.js';
import { IdempotencyHooks } from './idempotency/idempotency.hooks.js';
import { idempotencyKeyOf } from './idempotency/idempotency-key.js';
import { MethodTable } from './method-table.js';
import { setRateLimitHeaders } from './rate-limit-headers.js';
import type { Refusals } from './refusals.js';
import type { RouteAccess } from './request-context.js';
import { securityHeaders } from './security-headers.js';
import { SlowBodyGuard } from './slow-body-guard.js';

export interface EdgeOptions {
  admission: Pick<Admission, 'admitRequest'>;
  refusals: Pick<Refusals, 'record'>;
  idempotency: IdempotencyStore;
  /** Called for every error that is sent as a response. */
  onError?: (code: ErrorCode) => void;
  trustedProxies: readonly string[];
  logger: Logger;
}

const clientRequestIdForm = /^[\x21-\x7e]{1,128}$/;
const traceparentForm = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const maxUserAgentLength = 512;
const rememberedPeers = 10_000;

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const matching = (form: RegExp, value: string | undefined): string | null =>
  value !== undefined && form.test(value) ? value : null;

/**
 * Handles every request before its handler and every error after it: request ids, the caller, authentication before
 * the body is read, the rate limit, and one form of error responses.
 */
export class Edge {
  private readonly guard = new SlowBodyGuard();
  private readonly methods: MethodTable;
  private readonly peers = new LRUCache<string, string>({ max: rememberedPeers });

  constructor(
    instance: FastifyInstance,
    private readonly options: EdgeOptions,
  ) {
    this.methods = new MethodTable(instance);
    instance.decorateRequest('caller');
    instance.addHook('onRequest', (request, reply, done) => {
      this.identify(request, reply);
      done();
    });
    // Runs after every plugin's onRequest, so that refusals here have the security and CORS headers too.
    instance.addHook('preParsing', (request, reply) => this.admit(request, reply));
    instance.addHook('onResponse', (request, _reply, done) => {
      this.guard.answered(request.raw);
      done();
    });
    instance.addHook('onClose', async () => this.guard.stop());
    new IdempotencyHooks({ store: options.idempotency, logger: options.logger }).on(instance);
    instance.addHook('onSend', (request, _reply, payload, done) => {
      // A caller that has read its response may send the next request before this one counts as closed.
      if (!isStream(payload)) request.caller?.endRequest?.();
      done(null, payload);
    });
  }

  /** Records a refused act, then responds. The one place where an error becomes a response. */
  async answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // A request that cannot be parsed (a URL that cannot be read) comes here past the hooks.
    if (request.caller === undefined) this.identify(request, reply);
    let rejection = toRejection(error);
    if (rejection.status >= 500)
      this.options.logger.error({ err: error, request_id: request.id, code: rejection.code }, 'request failed');
    rejection = await this.options.refusals.record(request, request.routeOptions.config.access?.act, rejection);
    request.caller.idempotent?.refusedWith(rejection);
    if (reply.sent) return;
    this.options.onError?.(rejection.code);
    if (rejection.retryAfter !== undefined) reply.header('Retry-After', rejection.retryAfter);
    await reply
      .code(rejection.status)
      .removeHeader('Content-Disposition')
      .type('application/json; charset=utf-8')
      .send(errorEnvelope(request, rejection));
  }

  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (hasBody(request)) this.guard.watch(request.raw);
    if (request.is404) return this.answerUnknownRoute(request, reply);
    const route = request.routeOptions.config.access;
    if (route === undefined) return;
    const { endRequest } = await this.pass(request, reply, route);
    request.caller.endRequest = endRequest;
    reply.raw.once('close', endRequest);
    // The caller may have disconnected in the meantime.
    if (reply.raw.closed) endRequest();
    if (hasBody(request)) assertContentType(request, route.body ?? 'json');
    request.caller.idempotencyKey = idempotencyKeyOf(request);
  }

  /** The rate headers are also set for a caller that is refused. */
  private async pass(request: FastifyRequest, reply: FastifyReply, { scope }: RouteAccess): Promise<Admitted> {
    const keyHash = hashApiKey(keyFromHeader(request.headers.authorization));
    try {
      return await this.options.admission.admitRequest(request, keyHash, {
        scope,
        inspect: () => assertNoNul(request.url),
      });
    } finally {
      const { window } = request.caller;
      if (window !== undefined) setRateLimitHeaders(reply, window);
    }
  }

  /** Connections stay open, and few callers come over many: the meaning of their addresses is worked out once. */
  private addressOf(request: FastifyRequest): string {
    const peer = request.raw.socket.remoteAddress ?? '';
    const forwardedFor = headerOf(request, 'x-forwarded-for');
    if (forwardedFor !== undefined) return clientAddress(peer, forwardedFor, this.options.trustedProxies);
    const known = this.peers.get(peer);
    if (known !== undefined) return known;
    const address = clientAddress(peer, undefined, this.options.trustedProxies);
    this.peers.set(peer, address);
    return address;
  }

  private identify(request: FastifyRequest, reply: FastifyReply): void {
    const clientRequestId = matching(clientRequestIdForm, headerOf(request, 'x-request-id'));
    request.caller = {
      startedAt: performance.now(),
      address: this.addressOf(request),
      userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, maxUserAgentLength),
      clientRequestId,
      traceparent: matching(traceparentForm, headerOf(request, 'traceparent')),
      access: undefined,
      window: undefined,
      idempotencyKey: undefined,
      bodyDigest: undefined,
      idempotent: undefined,
      recorded: false,
    };
    reply.headers(securityHeaders).header('X-Request-Id', request.id);
    if (clientRequestId !== null) reply.header('X-Client-Request-Id', clientRequestId);
  }

  /** Fastify answers a known path with a wrong method as if it were unknown. */
  async answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const allowed = this.methods.allowed(request.url.split('?', 1)[0] ?? '');
    if (allowed.length === 0) return this.answerError(new Rejection('not_found'), request, reply);
    reply.header('Allow', allowed.join(', '));
    const rejection = new Rejection('invalid_request', {
      status: 405,
      message: `${request.method} is not allowed here; use ${allowed.join(' or ')}.`,
    });
    return this.answerError(rejection, request, reply);
  }
}

const contentTypes = { json: ['application/json'], multipart: ['multipart/form-data'] } as const;

const assertContentType = (request: FastifyRequest, body: NonNullable<RouteAccess['body']> | 'json'): void => {
  const expected: readonly string[] = typeof body === 'string' ? contentTypes[body] : body;
  const given = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== undefined && expected.includes(given)) return;
  throw new Rejection('invalid_request', {
    status: 415,
    message: `The content type must be ${expected.join(' or ')}.`,
  });
};

const isStream = (payload: unknown): boolean => typeof payload === 'object' && payload !== null && 'pipe' in payload;

/** Nothing has a name with NUL in it, and neither the database nor the event store takes one. */
const assertNoNul = (url: string): void => {
  const [path = '', query = ''] = url.split('?', 2);
  if (path.includes('%00')) throw new Rejection('not_found');
  if (query.includes('%00')) throw new Rejection('invalid_request', { message: 'The query must not have NUL in it.' });
};

const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
