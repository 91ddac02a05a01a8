import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { type Envelope, envelope, type Meta } from './envelope.js';

const envelopedKey = Symbol('enveloped');

/** Marks a route whose result is sent as `data` of an envelope. */
export const Enveloped = (): MethodDecorator => SetMetadata(envelopedKey, true);

/** The data of a response, with fields of `meta` beside the request id. */
export class WithMeta<T> {
  constructor(
    readonly data: T,
    readonly meta: Omit<Meta, 'request_id'>,
  ) {}
}

export const withMeta = <T>(data: T, meta: Omit<Meta, 'request_id'>): WithMeta<T> => new WithMeta(data, meta);

/** Wraps the results of routes in `{ data, meta }`. A route that returns undefined has sent its response itself. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (Reflect.getMetadata(envelopedKey, context.getHandler()) !== true) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(map((result) => wrap(request, result)));
  }
}

const wrap = (request: FastifyRequest, result: unknown): Envelope<unknown> | undefined => {
  if (result === undefined) return undefined;
  return result instanceof WithMeta ? envelope(request, result.data, result.meta) : envelope(request, result);
};
