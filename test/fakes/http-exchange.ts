import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#apps/api/http/request-context.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { accessOfKey, callerOf } from './api-caller.js';

/** A request that has passed admission, as controllers see it. */
export const requestOf = (
  headers: Record<string, string> = {},
  { access = accessOfKey(), caller = {} }: { access?: KeyAccess; caller?: Partial<Caller> } = {},
): FastifyRequest =>
  ({ id: 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2', headers, params: {}, caller: callerOf(access, caller) }) as FastifyRequest;

/** A reply that remembers its status, headers and body. */
export class RecordedReply {
  readonly headers: Record<string, unknown> = {};
  statusCode = 200;
  sent: unknown;

  header(name: string, value: unknown): this {
    this.headers[name.toLowerCase()] = value;
    return this;
  }

  getHeader(name: string): unknown {
    return this.headers[name.toLowerCase()];
  }

  type(mediaType: string): this {
    return this.header('Content-Type', mediaType);
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  async send(body: unknown): Promise<void> {
    this.sent = body;
  }

  /** This reply, under the type that controllers require. */
  get asReply(): FastifyReply {
    return this as never;
  }
}
