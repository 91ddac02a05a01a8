import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { RefusedRoute } from '#libs/application/text-usage/refusal-counts.js';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { ActAdmission } from '#libs/event-sourcing/event-metadata.js';
import { didYouMean } from '#libs/platform/errors/did-you-mean.js';
import { hashApiKey } from '#libs/platform/ids/api-key-format.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { IdempotencyStore } from '#libs/ports/idempotency/idempotency.port.js';
import type { Admission, Admitted } from '../access/admission.js';
import { keyFromHeader } from '../access/authenticate.js';
import { sessionHashOf } from '../access/session-hash.js';
import { type BodyBudget, countedInto } from './body-budget.js';
import { type BrowserSessions, isUnsafe } from './browser-sessions.js';
import { Callers } from './callers.js';
import { errorEnvelope, levelOfFault, toRejection } from './error-envelope.js';
import { IdempotencyHooks } from './idempotency/idempotency.hooks.js';
import { idempotencyKeyOf } from './idempotency/idempotency-key.js';
import { JsonStructure, usualJsonValues } from './json-structure.js';
import { MethodTable } from './method-table.js';
import { setRateLimitHeaders } from './rate-limit-headers.js';
import { type ReceiptDesk, ReceiptHooks, takeReceiptWish } from './receipt-hooks.js';
import type { Refusals } from './refusals.js';
import {
  assertContentType,
  assertNoNul,
  assertNoQuery,
  assertNoRepeatedQuery,
  hasBody,
  isForm,
  isJson,
} from './request-checks.js';
import { type RouteAccess, usualBodyBytes } from './request-context.js';
import { dropRestOfBody } from './rest-of-body.js';
import { SlowBodyGuard } from './slow-body-guard.js';
import { isStreamPath, streamPath } from './stream-upgrade.js';

export interface EdgeOptions {
  admission: Pick<Admission, 'keyHashOf' | 'admitRequest' | 'countRequest'>;
  refusals: Pick<Refusals, 'record'>;
  idempotency: IdempotencyStore;
  receipts: ReceiptDesk;
  bodies: BodyBudget;
  /** Called for every error that is sent as a response. */
  onError?: (code: ErrorCode) => void;
  trustedProxies: readonly string[];
  browserSessions: BrowserSessions;
  logger: Logger;
}

/** Bodies up to here are counted without looking at their parts, as nearly all are. */
const smallBodyBytes = 16 * 1024;

/**
 * Handles every request before its handler and every error after it: request ids, the caller, authentication before
 * the body is read, the rate limit, and one form of error responses.
 */
export class Edge {
  private readonly guard = new SlowBodyGuard();
  private readonly methods: MethodTable;
  private readonly callers: Callers;

  constructor(
    instance: FastifyInstance,
    private readonly options: EdgeOptions,
  ) {
    this.methods = new MethodTable(instance);
    this.callers = new Callers(options.trustedProxies);
    instance.decorateRequest('caller');
    instance.addHook('onRequest', (request, reply, done) => {
      this.callers.identify(request, reply);
      done();
    });
    // Runs after every plugin's onRequest, so that refusals here have the security and CORS headers too.
    instance.addHook('preParsing', (request, reply) => this.admit(request, reply));
    // A slow body takes minutes: no work is begun for a caller who has lost the right to it by its end.
    instance.addHook('preHandler', (request, _reply, done) => {
      request.caller.admission?.assertStands();
      done();
    });
    instance.addHook('onResponse', (request, _reply, done) => {
      this.guard.answered(request.raw);
      done();
    });
    instance.addHook('onClose', async () => this.guard.stop());
    new ReceiptHooks(options.receipts, options.logger).on(instance);
    new IdempotencyHooks({ store: options.idempotency, logger: options.logger }).on(instance);
    instance.addHook('onSend', (request, reply, payload, done) => {
      // A caller that has read its response may send the next request before this one counts as closed.
      if (!isStream(payload)) request.caller?.endRequest?.();
      if (hasBody(request) && !request.raw.complete) dropRestOfBody(request.raw);
      const body = request.caller?.body;
      // A response is about as long as its request, and takes memory until it has left.
      if (reply.raw.closed) body?.giveBack();
      else if (body !== undefined) reply.raw.once('close', body.giveBack);
      const admission = request.caller?.admission;
      done(null, isStream(payload) && admission !== undefined ? whileAdmitted(payload, admission) : payload);
    });
  }

  /** Records a refusal, then responds. The one place where an error becomes a response. */
  async answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    let rejection = hasLeft(error, request, reply)
      ? new Rejection('invalid_request', { message: leftMessage })
      : toRejection(error, request.routeOptions.bodyLimit);
    if (rejection.status >= 500 && !rejection.isLogged)
      this.options.logger[levelOfFault(error)](
        { err: error, request_id: request.id, code: rejection.code },
        'request failed',
      );
    rejection = await this.options.refusals.record(request, refusedRoute(request), rejection);
    request.caller.idempotent?.refusedWith(rejection);
    if (reply.sent) return;
    this.options.onError?.(rejection.code);
    if (rejection.retryAfter !== undefined) reply.header('Retry-After', rejection.retryAfter);
    if (rejection.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    reply.code(rejection.status).removeHeader('Content-Disposition');
    const page = request.routeOptions.config.open?.errorPage;
    if (page !== undefined && request.headers.accept?.includes('text/html'))
      await reply.type('text/html; charset=utf-8').send(page(rejection, request.id));
    else await reply.type('application/json; charset=utf-8').send(errorEnvelope(request, rejection));
  }

  /** Returns the body where it is to be read in another way than as it comes. */
  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<RequestPayload | undefined> {
    if (hasBody(request)) this.guard.watch(request.raw);
    if (request.is404) {
      await this.countUnrouted(request, reply);
      await this.answerUnknownRoute(request, reply);
      return undefined;
    }
    const { access: route, open } = request.routeOptions.config;
    if (open !== undefined) this.admitOpen(request);
    if (route === undefined) return undefined;
    const assertReceiptWish = takeReceiptWish(request);
    const { access, endRequest } = await this.pass(request, reply, route);
    request.caller.endRequest = endRequest;
    reply.raw.once('close', endRequest);
    // The caller may have disconnected in the meantime.
    if (reply.raw.closed) endRequest();
    assertReceiptWish();
    request.caller.idempotencyKey = idempotencyKeyOf(request);
    // Nobody sends a form of nothing: without a body its type says best what is missing.
    if (hasBody(request) || route.body === 'multipart') assertContentType(request, route.body ?? 'json');
    assertNoRepeatedQuery(request);
    // Behind the type: whoever sends a file as the body itself has put its fields there.
    if (!route.takesQuery) assertNoQuery(request);
    if (!hasBody(request)) return undefined;
    return route.body === 'multipart' ? undefined : this.takeBody(request, access.organizationId, route);
  }

  /** A request to sign in needs no credential, and comes from a page of ours where it may change something. */
  private admitOpen(request: FastifyRequest): void {
    if (isUnsafe(request)) this.options.browserSessions.assertOwnOrigin(request);
    assertNoNul(request.url);
    if (hasBody(request)) assertContentType(request, 'json');
  }

  /**
   * Takes the memory of a body until the response has left: that of a small one at once, that of any other as it comes.
   * A length that is declared and not sent holds nothing.
   */
  private takeBody(
    request: FastifyRequest,
    organizationId: string,
    { maxBodyBytes = usualBodyBytes, maxJsonValues = usualJsonValues }: RouteAccess,
  ): RequestPayload | undefined {
    const share = this.options.bodies.shareOf(organizationId);
    request.caller.body = share;
    const declared = Number(request.headers['content-length'] ?? maxBodyBytes);
    const maxBytes = Math.min(declared, maxBodyBytes);
    this.guard.watch(request.raw, maxBytes);
    // Who reads a form counts the file in it.
    if (isForm(request)) {
      share.declare(maxBytes);
      return undefined;
    }
    if (declared <= smallBodyBytes) {
      share.add(declared);
      return undefined;
    }
    // What is too large is refused unread.
    if (declared <= maxBodyBytes && request.headers['content-length'] !== undefined) share.declare(declared);
    if (isJson(request)) request.caller.structure = new JsonStructure('The request body', { values: maxJsonValues });
    return countedInto(share, request.raw, request.caller.structure);
  }

  /** The rate headers are also set for a caller that is refused. */
  private async pass(
    request: FastifyRequest,
    reply: FastifyReply,
    { scope, signedIn }: RouteAccess,
  ): Promise<Admitted> {
    const keyHash = this.credentialHashOf(request);
    request.caller.credentialHash = keyHash;
    try {
      return await this.options.admission.admitRequest(request, keyHash, {
        scope,
        inspect: () => {
          assertNoNul(request.url);
          this.assertCaller(request, signedIn);
        },
      });
    } finally {
      setWindowHeaders(request, reply);
    }
  }

  /** A key that is sent counts, whatever cookies there are; without one the session of a browser does. */
  private credentialHashOf(request: FastifyRequest): string {
    const { authorization } = request.headers;
    const token = authorization === undefined ? this.options.browserSessions.tokenOf(request) : undefined;
    if (token !== undefined) return sessionHashOf(token);
    return this.options.admission.keyHashOf(request, () => keyFromHeader(authorization));
  }

  /** Cookies go along with what another site's page sends: what a session may change, a page of ours asked for. */
  private assertCaller(request: FastifyRequest, signedIn: true | undefined): void {
    const { access } = request.caller;
    if (access?.user !== undefined) {
      if (isUnsafe(request)) this.options.browserSessions.assertOwnOrigin(request);
    } else if (signedIn) {
      throw new Rejection('invalid_credentials', { message: 'This is for a signed-in user, and not for an API key.' });
    }
  }

  /**
   * Counts a request that leads nowhere. It needs no key; one with a known key counts like any other.
   * @throws Rejection of a known key
   */
  private async countUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const keyHash = hashApiKey(keyFromHeader(request.headers.authorization));
      await this.options.admission.countRequest(request, keyHash, undefined);
    } catch (error) {
      if (request.caller.access !== undefined) throw error;
    } finally {
      setWindowHeaders(request, reply);
    }
  }

  /** Answers a request whose URL cannot be read, so that no hook saw it. */
  async answerUnreadableUrl(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.callers.identify(request, reply);
    try {
      await this.countUnrouted(request, reply);
      await this.answerError(error, request, reply);
    } catch (refusal) {
      await this.answerError(refusal, request, reply);
    }
  }

  private unknownPath(path: string): Rejection {
    if (isStreamPath(path)) {
      const message = `${streamPath} is a WebSocket: open it by ws:// or wss://, not by a request.`;
      return new Rejection('invalid_request', { message });
    }
    if (basePath.test(path)) {
      const message = 'This is the address that paths begin with, such as /v1/translate. All of them are at /docs.';
      return new Rejection('not_found', { message });
    }
    const meant = didYouMean(this.methods.nearest(path));
    return new Rejection('not_found', { message: `There is no such path${meant || '.'} All of them are at /docs.` });
  }

  /** Fastify answers a known path with a wrong method as if it were unknown. */
  async answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const path = request.url.split('?', 1)[0] ?? '';
    if (basePath.test(path) && wantsPage(request)) return reply.redirect(docsPath);
    const allowed = this.methods.allowed(path);
    // A file that is not there is unknown by its right method too.
    if (allowed.length === 0 || allowed.includes(request.method))
      return this.answerError(this.unknownPath(path), request, reply);
    reply.header('Allow', allowed.join(', '));
    const operation = this.methods.meant(path, request.method);
    const meant = operation === undefined ? '' : ` Did you mean ${operation}?`;
    const rejection = new Rejection('invalid_request', {
      status: 405,
      message: `${request.method} is not allowed here; use ${allowed.join(' or ')}.${meant}`,
    });
    return this.answerError(rejection, request, reply);
  }
}

const leftMessage = 'The connection was closed before the answer.';

/** Whether reading was given up because nobody waits for it any more: that is no fault of ours. What changes something may be half done. */
const hasLeft = (error: unknown, { method }: FastifyRequest, reply: FastifyReply): boolean =>
  method === 'GET' && reply.raw.closed && error instanceof Error && error.name === 'AbortError';

/** Where people read what there is. */
const docsPath = '/docs';

/** The address of the API itself, with its version or without. */
const basePath = /^\/+(?:v1\/?)?$/;

/** Whether a person asks by a browser. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false);

const setWindowHeaders = ({ caller: { window } }: FastifyRequest, reply: FastifyReply): void => {
  if (window !== undefined) setRateLimitHeaders(reply, window);
};

/** An unknown path is a caller's own text, and is not written anywhere. */
const refusedRoute = ({ method, routeOptions }: FastifyRequest): RefusedRoute => ({
  method,
  path: routeOptions.url ?? '(unknown)',
  act: (routeOptions.config.access ?? routeOptions.config.open)?.act,
});

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload;

/** A file may take its reader many minutes: it ends where the caller may not read on. */
const whileAdmitted = (content: Readable, { assertStands }: ActAdmission): Readable => {
  const admitted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      try {
        assertStands();
        done(null, chunk);
      } catch (error) {
        done(toRejection(error));
      }
    },
  });
  // Fastify is told by the stream that it reads.
  pipeline(content, admitted, () => undefined);
  return admitted;
};
