import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { newId } from '#libs/platform/ids/new-id.js';
import type { Edge } from './edge.js';
import { enveloped } from './envelope.js';
import { notJson } from './json-fault.js';
import { structureOf, usualJsonValues } from './json-structure.js';
import { keepAliveMs } from './keep-alive.js';
import { maxConnections } from './max-connections.js';
import { closeQuietConnectionsOnly } from './quiet-connections.js';
import { usualBodyBytes } from './request-context.js';
import { isStreamUpgrade } from './stream-upgrade.js';
import { dropUnknownFields } from './unknown-fields.js';
import { answerUnreadable } from './unreadable-request.js';

/** Timeout of a whole upload over a slow line; a caller that sends hardly anything is dropped much sooner. */
const requestTimeoutMs = 30 * 60_000;
const headersTimeoutMs = 20_000;
/** Interval in which connections are checked for these two timeouts. */
const timeoutsCheckedEveryMs = 5_000;
const closeIdleEveryMs = 50;
/** Leaves some of the 30 seconds of a shutdown to the steps after it. */
const defaultCloseGraceMs = 20_000;

/** Nest on Fastify with our own edge in place of Nest's handling of errors and unknown routes. */
export class EdgeAdapter extends FastifyAdapter {
  private edge: Edge;

  /**
   * `closeGraceMs` are the milliseconds that callers have to read their responses when the server stops; after that
   * the responses are lost.
   */
  constructor(private readonly closeGraceMs = defaultCloseGraceMs) {
    super({
      genReqId: () => newId('req'),
      bodyLimit: usualBodyBytes,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      // A request over an open connection during the shutdown still gets its response, and the connection closes with
      // it.
      return503OnClosing: false,
      routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
      http: {
        headersTimeout: headersTimeoutMs,
        connectionsCheckingInterval: timeoutsCheckedEveryMs,
        shouldUpgradeCallback: isStreamUpgrade,
      },
      clientErrorHandler: answerUnreadable,
      frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
        void this.edge.answerUnreadableUrl(error, request, reply);
      },
    });
    const instance: FastifyInstance = this.getInstance();
    instance.server.maxConnections = maxConnections();
    closeQuietConnectionsOnly(instance.server);
    instance.addHook('onRoute', (route) => {
      route.bodyLimit = route.config?.access?.maxBodyBytes ?? route.config?.open?.maxBodyBytes ?? usualBodyBytes;
    });
    acceptJson(instance);
  }

  /**
   * Sends what a route returned in its envelope. An interceptor of Nest would be the usual place:
   * docs/performance.md says why it is none.
   */
  override reply(...[response, result, status]: Parameters<FastifyAdapter['reply']>) {
    const body = 'request' in response ? enveloped(response.request, result) : result;
    return super.reply(response, body, status);
  }

  /** Registers the edge, which turns every error into a response; call it before the first request. */
  useEdge(edge: Edge): void {
    this.edge = edge;
  }

  /** Stops listening and closes connections as their responses are sent, the rest when the grace period is over. */
  override async close(): Promise<void> {
    const { server } = this.getInstance<FastifyInstance>();
    const closing = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
    const cutting = setTimeout(() => server.closeAllConnections(), this.closeGraceMs);
    try {
      await super.close();
    } finally {
      clearInterval(closing);
      clearTimeout(cutting);
    }
  }

  override setErrorHandler(): FastifyInstance {
    return this.getInstance().setErrorHandler((error, request, reply) => this.edge.answerError(error, request, reply));
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance().setNotFoundHandler((request, reply) => this.edge.answerUnknownRoute(request, reply));
  }
}

/**
 * JSON must be UTF-8; a missing body is left to the handler. `__proto__` and the like are unknown fields, ignored
 * as others are, and removed before any code could copy them.
 */
const acceptJson = (instance: FastifyInstance): void => {
  const parse = instance.getDefaultJsonParser('remove', 'remove');
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body))
      return done(new Rejection('invalid_request', { message: 'The request body is not valid UTF-8.' }));
    const { access } = request.routeOptions.config;
    try {
      assertStructure(request, body, access?.maxJsonValues);
    } catch (refusal) {
      return done(refusal as Error);
    }
    if (request.caller.idempotencyKey !== undefined) {
      request.caller.bodyDigest = createHash('sha256').update(body).digest();
    }
    const text = body.toString('utf8');
    parse(request, text, (error, value) => {
      if (error !== null) return done(notJson('The request body', text));
      if (access?.bodyFields !== undefined) dropUnknownFields(value, access.bodyFields);
      done(null, value);
    });
  });
};

/** Looks at a body that came as a whole; a larger one has been looked at as it came. @throws Rejection */
const assertStructure = ({ caller }: FastifyRequest, body: Buffer, values = usualJsonValues): void => {
  if (caller.structure !== undefined) return;
  const { keptBytes } = structureOf('The request body', body, { values });
  caller.body?.growTo(keptBytes);
};
