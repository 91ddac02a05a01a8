import type { FastifyRequest } from 'fastify';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { Act } from '#libs/application/request-context.js';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import type { ActAdmission } from '#libs/event-sourcing/event-metadata.js';
import type { WindowState } from '#libs/ports/limits/limits.port.js';
import type { NeededScopes } from '../access/authenticate.js';
import type { BodyShare } from './body-budget.js';
import type { IdempotentExecution } from './idempotency/idempotent-execution.js';
import type { JsonStructure } from './json-structure.js';

/** Properties that a route declares; read before the body is. */
export interface RouteAccess {
  /** True on routes that are only for a signed-in user. */
  signedIn?: true;
  /** Scopes that the key must have; any key will do when undefined. */
  scope?: NeededScopes;
  /** Set on routes that act: each of their requests leaves an audit entry, refused ones too. */
  act?: Act;
  /** The form of its body, or the media types it takes; JSON when omitted. Forms alone are never whole in memory. */
  body?: 'multipart' | readonly string[];
  /** Maximum bytes of a body that is read into memory; `usualBodyBytes` when omitted. */
  maxBodyBytes?: number;
  /** Maximum number of values of a JSON body; `usualJsonValues` when omitted. */
  maxJsonValues?: number;
  /**
   * The fields of a JSON body that are read; the values of others are dropped as it has come. On a route that names the
   * class of its body with `validatedBy`, it need not be said; else all are kept.
   */
  bodyFields?: readonly string[];
  /** Whether it has query parameters of its own; on a route that names their class with `QueryOf`, it need not be said. */
  takesQuery?: boolean;
  /** The query parameters that may be there several times; known from the class of the query. */
  repeatable?: readonly string[];
}

/** Properties of a route that a browser calls to sign in: it needs no credential, and sends JSON from a page of ours. */
export interface OpenAccess {
  act?: Act;
  /** The page in the place of an error, for a browser that shows what it gets. */
  errorPage?: (error: Rejection, requestId: string) => string;
  maxBodyBytes: number;
}

/** Maximum bytes of a body on most routes. */
export const usualBodyBytes = 1024 * 1024;
/** Maximum bytes of a body that holds many texts or entries. */
export const largeBodyBytes = 16 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent on routes that need no key. */
    access?: RouteAccess;
    /** Present on routes by which users sign in. */
    open?: OpenAccess;
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
  /** By which admission knows its key or session; set where one is needed. */
  credentialHash?: string;
  /** Set once the request is admitted, with its key or session; asked again before it acts. */
  admission?: ActAdmission | undefined;
  window: WindowState | undefined;
  /** Gives back the request's place among those in flight. */
  endRequest?: (() => void) | undefined;
  /** The memory of its body. */
  body?: BodyShare | undefined;
  /** The structure of a JSON body that was looked at as it came. */
  structure?: JsonStructure | undefined;
  /** The `Idempotency-Key` of a request that may be executed, or get a stored response, under it. */
  idempotencyKey?: string | undefined;
  /** SHA-256 of a JSON body as it came, when there is an idempotency key. */
  bodyDigest?: Buffer | undefined;
  /** Set while the request is executed under an idempotency key. */
  idempotent?: IdempotentExecution | undefined;
  /** True while the receipt of its act is to be put into the answer. */
  wantsReceipt?: boolean;
  /** Languages, domain and size of the text that it asks for, as far as they are known. */
  asked?: RefusedText | undefined;
  /** True once the act of this request is in the event log. */
  recorded: boolean;
}

/** The access of a request that has passed authentication. */
export const accessOf = (request: FastifyRequest): KeyAccess => {
  const { access } = request.caller;
  if (access === undefined) throw new Error('The route was reached without authentication');
  return access;
};
