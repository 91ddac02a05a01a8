import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import { canonicalFlag } from './canonical-form.decorator.js';

export interface ActReceipt {
  /** Where the receipt is to be had, or the entry that it will be of. */
  url: string;
  /** Undefined while the entry is in no signed tree. */
  receipt?: object;
}

/** Knows the audit entries of requests. */
export interface ReceiptSource {
  /** The receipt of the first entry that a request left, after waiting up to two seconds for it to be signed. */
  ofRequest(organizationId: string, requestId: string): Promise<ActReceipt>;
  urlOfRequest(organizationId: string, requestId: string): Promise<string>;
}

/** Where whoever knows the receipts says so: the edge is made before it. */
@Injectable()
export class ReceiptDesk {
  source: ReceiptSource | undefined;
}

export const receiptParameter = 'receipt';

/**
 * Takes `?receipt=true` from the query of an act, before the route sees the query.
 * @throws Rejection for another value; call it once the caller is known
 */
export const takeReceiptWish = (request: FastifyRequest): (() => void) => {
  const { query } = request;
  if (request.routeOptions.config.access?.act === undefined) return () => undefined;
  if (typeof query !== 'object' || query === null || !Object.hasOwn(query, receiptParameter)) return () => undefined;
  const given: unknown = Reflect.get(query, receiptParameter);
  const value = typeof given === 'string' ? canonicalFlag(given) : given;
  Reflect.deleteProperty(query, receiptParameter);
  request.caller.wantsReceipt = value === 'true';
  return () => {
    if (value !== 'true' && value !== 'false')
      throw new Rejection('invalid_request', { details: { [receiptParameter]: ['must be true or false'] } });
  };
};

const hasMeta = (payload: unknown): payload is { meta: object } =>
  typeof payload === 'object' &&
  payload !== null &&
  'meta' in payload &&
  typeof payload.meta === 'object' &&
  payload.meta !== null;

/** Puts the receipt of an act into its answer, or says where it is. An answer never fails for want of its receipt. */
export class ReceiptHooks {
  constructor(
    private readonly desk: ReceiptDesk,
    private readonly logger: Logger,
  ) {}

  on(instance: FastifyInstance): void {
    instance.addHook('preSerialization', (request, _reply, payload, done) => {
      if (request.caller?.wantsReceipt !== true || !hasMeta(payload)) return done(null, payload);
      request.caller.wantsReceipt = false;
      this.withReceipt(request, payload).then((whole) => done(null, whole));
    });
    instance.addHook('onSend', (request, reply, payload, done) => {
      if (request.caller?.wantsReceipt !== true) return done(null, payload);
      this.setHeader(request, reply).then(() => done(null, payload));
    });
  }

  private async withReceipt<Payload extends { meta: object }>(
    request: FastifyRequest,
    payload: Payload,
  ): Promise<Payload> {
    const found = await this.ask(request, (source, organizationId) => source.ofRequest(organizationId, request.id));
    if (found === undefined) return payload;
    const { url, receipt } = found;
    return { ...payload, meta: { ...payload.meta, ...(receipt === undefined ? { receipt_url: url } : { receipt }) } };
  }

  private async setHeader(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const url = await this.ask(request, (source, organizationId) => source.urlOfRequest(organizationId, request.id));
    if (url !== undefined) reply.header('X-Audit-Receipt-Url', url);
  }

  /** @returns undefined where the request has left no entry, or nobody can say */
  private async ask<Answer>(
    { caller: { access, recorded }, id }: FastifyRequest,
    question: (source: ReceiptSource, organizationId: string) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const { source } = this.desk;
    if (source === undefined || access === undefined || !recorded) return undefined;
    try {
      return await question(source, access.organizationId);
    } catch (err) {
      this.logger.warn({ err, request_id: id }, 'the receipt of an act could not be made');
      return undefined;
    }
  }
}
