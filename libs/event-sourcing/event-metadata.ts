import type { JsonObject } from '#libs/domain/json.js';

/** The kind of actor: a key, a signed-in user, the operator on the command line, or the service itself. */
export type ActorType = 'api_key' | 'user' | 'operator' | 'system';

/**
 * Metadata of every event. Personal data is only in `sealedClient`; the rest may stay
 * for ever.
 */
export type EventMetadata = {
  organizationId: string;
  actorType: ActorType;
  /** Id of the key that was used; null for the operator and the service. */
  keyId: string | null;
  /** Reference of the data subject whose key sealed `sealedClient`. */
  subject: string;
  /**
   * Reference of the caller's address, a data subject of its own. Older events do not have it; in these the address and
   * the agent lie beside the user id.
   */
  addressSubject?: string;
  /** `{ user_id }`, sealed for the subject, and inside `{ ip_address, user_agent }`, sealed for the address. */
  sealedClient: string;
  /** Commitments to `user_id`, `ip_address` and `user_agent`; older events have none. */
  commitments?: { [field: string]: string };
  /** Request id, `req_…`; for an act of the service itself, the request that it goes back to. */
  requestId: string;
  clientRequestId: string | null;
  traceparent: string | null;
  /** Time of the act: RFC 3339, UTC, milliseconds. */
  occurredAt: string;
};

export const metadataAsJson = (metadata: EventMetadata): JsonObject => ({ ...metadata });

/** Reads back what `metadataAsJson` wrote. */
export const metadataOf = (event: { metadata: JsonObject }): EventMetadata => event.metadata as EventMetadata;
