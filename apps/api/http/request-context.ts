import type { FastifyRequest } from 'fastify';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import type { AuditAction, AuditResource } from '#libs/domain/audit/audit-vocabulary.js';
import type { WindowState } from '#libs/limits/limits.port.js';
import type { KeyAccess } from '../access/key-access.js';

/** What a route declares of itself; read before the body is. */
export interface RouteAccess {
  /** Undefined: any key. */
  scope?: Scope;
  /** Set on routes that act: each of their requests leaves an audit entry, refused ones too. */
  act?: { action: AuditAction; resource: AuditResource };
  /** What its body is; JSON when omitted. */
  body?: 'multipart';
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

/** Who sent a request, as far as it is known at the time. */
export interface Caller {
  startedAt: number;
  address: string;
  userAgent: string;
  clientRequestId: string | null;
  traceparent: string | null;
  /** Set once the key is known, even if it is then refused. */
  access: KeyAccess | undefined;
  window: WindowState | undefined;
  /** True once the act of this request is in the event log. */
  recorded: boolean;
}

/** The access of a request that has passed authentication. */
export const accessOf = (request: FastifyRequest): KeyAccess => {
  const { access } = request.caller;
  if (access === undefined) throw new Error('The route was reached without authentication');
  return access;
};
