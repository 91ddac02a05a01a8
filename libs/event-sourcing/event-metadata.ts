import type { JsonObject } from '#libs/domain/json.js';

/** Who acted: a key, a signed-in user, the operator on the command line, or the service itself. */
export type ActorType = 'api_key' | 'user' | 'operator' | 'system';

/**
 * What every event carries beside its data. Personal data is only in `sealedClient`; the rest may stay
 * for ever.
 */
export type EventMetadata = {
  organizationId: string;
  actorType: ActorType;
  /** Null for the operator and the service. */
  keyId: string | null;
  /** Reference of the data subject whose key sealed `sealedClient`. */
  subject: string;
  /** `{ user_id, ip_address, user_agent }`, sealed for the subject. */
  sealedClient: string;
  /** `req_…`; for what the service does by itself, the request that it goes back to. */
  requestId: string;
  clientRequestId: string | null;
  traceparent: string | null;
  /** When it happened: RFC 3339, UTC, milliseconds. */
  occurredAt: string;
};

export const metadataAsJson = (metadata: EventMetadata): JsonObject => ({ ...metadata });

/** Reads back what `metadataAsJson` wrote. */
export const metadataOf = (event: { metadata: JsonObject }): EventMetadata => event.metadata as EventMetadata;
