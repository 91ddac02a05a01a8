import type { AuditAction, AuditResource } from '#libs/domain/audit/audit-vocabulary.js';
import type { SignInMethod } from '#libs/domain/session/session.events.js';
import type { RefusedText, TextEndpoint } from '#libs/domain/text-usage/text-usage.events.js';
import type { ActAdmission } from '#libs/event-sourcing/event-metadata.js';

/** An act that leaves an entry in the audit log, also when it is refused. */
export interface Act {
  action: AuditAction;
  resource: AuditResource;
  endpoint?: TextEndpoint;
  /** How one was to sign in. */
  method?: SignInMethod;
}

/** The sender and form of a request: a request over HTTP and a frame of the stream look alike. */
export interface RequestContext {
  id: string;
  /** Parameters of the request's path. */
  params?: unknown;
  caller: {
    address: string;
    userAgent: string;
    clientRequestId: string | null;
    traceparent: string | null;
    /** Set while the request is executed under an idempotency key; `startedAt` is the time of its first attempt. */
    idempotent?: { startedAt: Date; isTakenOver: boolean } | undefined;
    /** Set once the request is admitted with a key or session. */
    admission?: ActAdmission | undefined;
    /** Languages, domain and size of the text that it asks for, as far as they are known. */
    asked?: RefusedText | undefined;
    /** True once the act of this request is in the event log. */
    recorded: boolean;
  };
}
