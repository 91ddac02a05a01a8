import { randomUUID } from 'node:crypto';
import type { Rejection } from '#libs/domain/errors/rejection.js';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import type { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { admissionOfAct, type EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { isId } from '#libs/platform/ids/id-form.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { SpendOptions } from '../character-quota.port.js';
import type { KeyAccess } from '../key-access.js';
import type { RequestContext } from '../request-context.js';
import { sealClient, sealUser } from '../sealed-client.js';
import type { CountedRefusals, RefusedRoute } from './refusal-counts.js';

/** The id that the path names; the request's own when it names none, or an id that is not one of ours. */
const resourceIdOf = (request: RequestContext): string => {
  const { params } = request;
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  return typeof id === 'string' && isId(id) && !isUserId(id) ? id : request.id;
};

/** Acts of users on their own account. */
const ownActs: ReadonlySet<string> = new Set(['user_login', 'password_change']);

/** Ids of users stand in no leaf in clear. */
const isUserId = (id: string): boolean => isId(id, 'usr');

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

  /** Metadata of every event by which a request of a known key acts, with its admission until it has acted. */
  async metadata(request: RequestContext, access: KeyAccess): Promise<EventMetadata> {
    const metadata = await this.callerMetadata(request, access);
    const { admission, recorded } = request.caller;
    return admission === undefined || recorded ? metadata : { ...metadata, [admissionOfAct]: admission };
  }

  /** A refusal is written whatever the caller may do. */
  private async callerMetadata(request: RequestContext, access: KeyAccess): Promise<EventMetadata> {
    const { address, userAgent } = request.caller;
    const { organizationId, subject, userId } = access;
    const sealed = await sealClient(this.subjectKeys, { organizationId, subject, userId, address, userAgent });
    return metadataWith(sealed, request, access);
  }

  /**
   * `commandId` tells the facts of one request apart, when there are several.
   * @throws Rejection where the caller has lost the right to the act since its request was admitted
   */
  async record(
    request: RequestContext,
    access: KeyAccess,
    fact: TextUsageEvent,
    commandId: string = request.id,
  ): Promise<void> {
    await this.write(request, fact, await this.metadata(request, access), commandId);
  }

  private async write(
    request: RequestContext,
    fact: TextUsageEvent,
    metadata: EventMetadata,
    commandId: string,
  ): Promise<void> {
    const { idempotent } = request.caller;
    if (idempotent === undefined) await this.writer.record(fact, metadata, commandId);
    else await this.writer.recordOnce(fact, metadata, { commandId, begunAt: idempotent.startedAt });
    request.caller.recorded = true;
  }

  /** How a quota knows what an earlier attempt of the request has spent on its one fact. */
  spending({ id, caller: { idempotent } }: RequestContext, { organizationId }: KeyAccess): SpendOptions {
    if (idempotent === undefined) return {};
    const command = { commandId: id, begunAt: idempotent.startedAt };
    const isSpent = () => this.writer.hasRecorded(organizationId, command);
    return { execution: id, isSpent: idempotent.isTakenOver ? isSpent : undefined };
  }

  /** Records the refusal of an act, or of a request that is none, such as a list that was refused. */
  async refused(
    request: RequestContext,
    access: KeyAccess,
    { method, path, act }: RefusedRoute,
    rejection: Rejection,
  ): Promise<void> {
    // An act that is in the log already succeeded, whatever went wrong on the way to the caller.
    if (request.caller.recorded) return;
    const { organizationId, keyId } = access;
    const { code, status } = rejection;
    const caller = access.user === undefined ? 'api_key' : 'user';
    const refused =
      act === undefined
        ? ({ action: 'request_refused', resource: caller, resourceId: keyId, method, route: path } as const)
        : {
            action: act.action,
            resource: act.resource,
            resourceId: ownActs.has(act.action) ? keyId : resourceIdOf(request),
            ...(act.endpoint === undefined ? {} : { endpoint: act.endpoint }),
            ...(act.method === undefined ? {} : { method: act.method }),
            ...request.caller.asked,
          };
    const data = { organizationId, keyId, ...refused, code, status };
    const id = refusalId(request, rejection);
    // One attempt to sign in may be refused on accounts of several organizations.
    const commandId = act !== undefined && ownActs.has(act.action) ? `${id}/${keyId}` : id;
    const metadata = await this.callerMetadata(request, access);
    await this.write(request, { type: 'RequestRefused', data }, metadata, commandId);
  }

  /**
   * Records a count of refusals under the request id of the first of them, with their caller sealed, or with no address
   * and agent where they are of callers whom nobody names.
   */
  async refusalsCounted({ request, access, callers, ...counted }: CountedRefusals): Promise<void> {
    const firstAt = counted.firstAt.toISOString();
    const lastAt = counted.lastAt.toISOString();
    const { organizationId, keyId } = access;
    const { code, status, count } = counted;
    const routes = [...counted.routes];
    const acts = [...counted.acts.values()];
    const data = {
      ...{ organizationId, keyId, code, status, count, firstAt, lastAt, routes, acts },
      ...(callers !== undefined && { callers }),
    };
    const known =
      callers === undefined
        ? await this.callerMetadata(request, access)
        : metadataWith(await sealUser(this.subjectKeys, access), request, access);
    const metadata = { ...known, occurredAt: lastAt };
    // One attempt to sign in may be refused on accounts of several organizations.
    await this.writer.record({ type: 'RefusalsCounted', data }, metadata, `${request.id}/counted/${keyId}`);
  }
}

const metadataWith = (
  sealed: Pick<EventMetadata, 'subject' | 'addressSubject' | 'sealedClient' | 'commitments'>,
  { id, caller }: RequestContext,
  { organizationId, keyId, user }: KeyAccess,
): EventMetadata => ({
  organizationId,
  actorType: user === undefined ? 'api_key' : 'user',
  keyId: user === undefined ? keyId : null,
  ...sealed,
  requestId: id,
  clientRequestId: caller.clientRequestId,
  traceparent: caller.traceparent,
  // Attempts share their ids and never their time: whoever repeats a request would choose when it was done.
  occurredAt: new Date().toISOString(),
  ...(caller.idempotent?.isTakenOver ? { firstAttemptAt: caller.idempotent.startedAt.toISOString() } : {}),
});
