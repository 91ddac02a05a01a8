import { randomUUID } from 'node:crypto';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import type { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { KeyAccess } from '../key-access.js';
import type { Act, RequestContext } from '../request-context.js';

/** The id that the path names; the request's own when it names none, or an id that is not one of ours. */
const resourceIdOf = (request: RequestContext): string => {
  const { params } = request;
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  return typeof id === 'string' && isId(id) ? id : request.id;
};

/**
 * An id for the refusal. Under an idempotency key the request may be executed again: a final refusal stands apart
 * from what another attempt may do; after a fault each attempt fails for itself.
 */
const refusalId = (request: RequestContext, { status }: Rejection): string => {
  if (request.caller.idempotent === undefined) return request.id;
  return status < 500 ? `${request.id}-refused` : `${request.id}-${randomUUID()}`;
};

/**
 * Writes the facts of requests into the event log. They are durable when it resolves; a response leaves only
 * afterwards.
 */
export class ActRecorder {
  constructor(
    private readonly writer: DayStreamWriter,
    private readonly subjectKeys: SubjectKeys,
  ) {}

  /** Metadata of every event that a request of a known key causes. */
  async metadata(request: RequestContext, access: KeyAccess): Promise<EventMetadata> {
    const { address, userAgent, clientRequestId, traceparent } = request.caller;
    const client = { user_id: access.userId, ip_address: address, user_agent: userAgent };
    return {
      organizationId: access.organizationId,
      actorType: 'api_key',
      keyId: access.keyId,
      subject: access.subject,
      sealedClient: await this.subjectKeys.seal(access.subject, client),
      requestId: request.id,
      clientRequestId,
      traceparent,
      // Each attempt of a request records the same time.
      occurredAt: (request.caller.idempotent?.startedAt ?? new Date()).toISOString(),
    };
  }

  /** `commandId` tells the facts of one request apart, when there are several. */
  async record(
    request: RequestContext,
    access: KeyAccess,
    fact: TextUsageEvent,
    commandId: string = request.id,
  ): Promise<void> {
    const metadata = await this.metadata(request, access);
    if (request.caller.idempotent === undefined) await this.writer.record(fact, metadata, commandId);
    else await this.writer.recordOnce(fact, metadata, commandId);
    request.caller.recorded = true;
  }

  async refused(request: RequestContext, access: KeyAccess, act: Act, rejection: Rejection): Promise<void> {
    // An act that is in the log already succeeded, whatever went wrong on the way to the caller.
    if (request.caller.recorded) return;
    const fact = {
      type: 'RequestRefused',
      data: {
        organizationId: access.organizationId,
        keyId: access.keyId,
        action: act.action,
        resource: act.resource,
        resourceId: resourceIdOf(request),
        code: rejection.code,
        status: rejection.status,
        ...(act.endpoint === undefined ? {} : { endpoint: act.endpoint }),
      },
    } as const;
    await this.record(request, access, fact, refusalId(request, rejection));
  }
}
