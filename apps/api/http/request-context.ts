import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { Act } from '#libs/application/request-context.js';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { WindowState } from '#libs/ports/limits/limits.port.js';
import type { IdempotentExecution } from './idempotency/idempotent-execution.js';

/** Properties that a route declares; read before the body is. */
export interface RouteAccess {
  /** The scope that the key must have; any key will do when undefined. */
  scope?: Scope;
  /** Set on routes that act: each of their requests leaves an audit entry, refused ones too. */
  act?: Act;
  /** The form of its body, or the media types it takes; JSON when omitted. */
  body?: 'multipart' | readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on routes that need no key. */
    access?: RouteAccess;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}

/** The sender of a request, as far as it is known at the time. */
export interface Caller {
  startedAt: number;
  address: string;
  userAgent: string;
  clientRequestId: string | null;
  traceparent: string | null;
  /** Set once the key is known, even if it is then refused. */
  access: KeyAccess | undefined;
  window: WindowState | undefined;
  /** Gives back the request's place among those in flight. */
  endRequest?: (() => void) | undefined;
  /** The `Idempotency-Key` of a request that may be executed, or get a stored response, under it. */
  idempotencyKey?: string | undefined;
  /** SHA-256 of a JSON body as it came, when there is an idempotency key. */
  bodyDigest?: Buffer | undefined;
  /** Set while the request is executed under an idempotency key. */
  idempotent?: IdempotentExecution | undefined;
  /** True once the act of this request is in the event log. */
  recorded: boolean;
}

/** The access of a request that has passed authentication. */
export const accessOf = (request: FastifyRequest): KeyAccess => {
  const { access } = request.caller;
  if (access === undefined) throw new Error('The route was reached without authentication');
  return access;
};
