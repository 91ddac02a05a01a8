import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { executeRepeatably } from '#libs/platform/ids/repeatable-execution.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Admission, HeldExecution, IdempotencyStore } from '#libs/ports/idempotency/idempotency.port.js';
import { readFormDigest } from '../multipart/read-form-digest.js';
import { accessOf } from '../request-context.js';
import { IdempotentExecution, usedForAnother } from './idempotent-execution.js';

interface Options {
  store: IdempotencyStore;
  logger: Logger;
}

/** Headers that belong to the response itself and not to the connection or to the time. */
const lastingHeaders = ['content-type', 'location', 'preference-applied'] as const;

/** Seconds after which a request in flight may have got its response. */
const retryAfter = 1;

const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;

/**
 * Runs between the body and the handler: the first request with an `Idempotency-Key` is executed and its response
 * stored, a repeat gets that response. Requests without the header pass through.
 */
export class IdempotencyHooks {
  constructor(private readonly options: Options) {}

  on(instance: FastifyInstance): void {
    instance.addHook('preHandler', (request, reply, done) => {
      const key = request.caller.idempotencyKey;
      if (key === undefined) return done();
      this.admit(request, reply, key).then((execution) => {
        if (execution !== undefined) executeRepeatably(execution.source, done);
      }, done);
    });
    instance.addHook('onSend', (request, reply, payload, done) => {
      const execution = request.caller?.idempotent;
      if (execution === undefined) return done(null, payload);
      this.settle(request, reply, execution, payload).then(() => done(null, payload));
    });
  }

  /** The right to execute the request; undefined when the stored response was sent. */
  private async admit(request: FastifyRequest, reply: FastifyReply, key: string): Promise<HeldExecution | undefined> {
    const { organizationId, keyId } = accessOf(request);
    const admission = await this.options.store.admit({
      organizationId,
      apiKeyId: keyId,
      key,
      route: `${request.method} ${request.url}`,
      body: isForm(request) ? undefined : (request.caller.bodyDigest ?? digestOf(request.body)),
      requestId: request.id,
    });
    if (admission.kind === 'different') throw usedForAnother();
    if (admission.kind === 'not-kept') {
      throw new Rejection('conflict', {
        message: 'The request was executed, and its response not kept: there are too many bytes of them.',
      });
    }
    if (admission.kind === 'in-flight') {
      throw new Rejection('conflict', { message: 'A request with this Idempotency-Key is in flight.', retryAfter });
    }
    if (admission.kind === 'replay') return this.replay(request, reply, admission);
    const { execution } = admission;
    request.caller.idempotent = new IdempotentExecution(execution);
    if (execution.isTakenOver) continueAs(request, reply, execution.requestId);
    return execution;
  }

  private async replay(
    request: FastifyRequest,
    reply: FastifyReply,
    { requestId, answer, matches }: Extract<Admission, { kind: 'replay' }>,
  ): Promise<undefined> {
    if (isForm(request) && !matches(await readFormDigest(request))) throw usedForAnother();
    // The response may hold a key; the form may have taken minutes.
    request.caller.admission?.assertStands();
    continueAs(request, reply, requestId);
    reply.code(answer.status).headers(answer.headers).header('Idempotency-Replayed', 'true').send(answer.body);
    return undefined;
  }

  /**
   * A response that cannot be stored may leave all the same: a repeat executes the request again, to the same
   * effect.
   */
  private async settle(
    request: FastifyRequest,
    reply: FastifyReply,
    execution: IdempotentExecution,
    payload: unknown,
  ): Promise<void> {
    try {
      const body =
        typeof payload === 'string' || payload instanceof Uint8Array ? Buffer.from(payload) : Buffer.alloc(0);
      await execution.answered({ status: reply.statusCode, headers: lastingOf(reply), body });
    } catch (error) {
      this.options.logger.warn({ err: error, request_id: request.id }, 'the answer to a keyed request was not kept');
    }
  }
}

/** SHA-256 of a body that is a file itself, or of no body at all. The digest of JSON was taken as it came in. */
const digestOf = (body: unknown): Buffer =>
  createHash('sha256')
    .update(Buffer.isBuffer(body) ? body : '')
    .digest();

const continueAs = (request: FastifyRequest, reply: FastifyReply, requestId: string): void => {
  request.id = requestId;
  reply.header('X-Request-Id', requestId);
};

const lastingOf = (reply: FastifyReply): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const name of lastingHeaders) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return headers;
};
