import type { InstallationEvent } from '#libs/domain/domain-event.js';
import type { JsonObject } from '#libs/domain/json.js';

/** The kind of actor: a key, a signed-in user, the operator on the command line, or the service itself. */
export type ActorType = 'api_key' | 'user' | 'operator' | 'system';

/** An interface of others that a request came by. */
export type ForeignInterface = 'deepl' | 'libretranslate' | 'mcp';

/** Key of an act's admission among its metadata, which no event keeps. A copy of the metadata has it too. */
export const admissionOfAct: unique symbol = Symbol('admission of the act');

/** The admission of the request that acts. It is asked again right before the first event of the act is written. */
export interface ActAdmission {
  /** @throws Rejection where the caller may not do it any more */
  assertStands: () => void;
  /** True once an event of the act is in the log: the rest of it follows, whatever comes. */
  hasActed: boolean;
}

/**
 * Metadata of every event of an organization. Personal data is only in `sealedClient`; the rest may stay
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
  /**
   * `{ user_id }`, sealed for the subject, and inside `{ ip_address, user_agent }`, sealed for the address. Where an
   * event counts acts of several callers, of the user alone.
   */
  sealedClient: string;
  /**
   * Commitments to `user_id`, `ip_address` and `user_agent`; older events have none. Where a receipt of texts was asked
   * for, also to `source_text` and `translation_text`, in a batch to `source_text.3`, counted from 0.
   */
  commitments?: { [field: string]: string };
  /** Request id, `req_…`; for an act of the service itself, the request that it goes back to. */
  requestId: string;
  clientRequestId: string | null;
  traceparent: string | null;
  /** Missing where the request came by our own API. */
  interface?: ForeignInterface;
  /** Time of the act: RFC 3339, UTC, milliseconds. */
  occurredAt: string;
  /** Time of the earlier attempt that the ids come from, where the request is executed again. */
  firstAttemptAt?: string;
  /** Missing where no request acts, and where its act is in the log already. */
  readonly [admissionOfAct]?: ActAdmission;
};

/** Metadata of what the operator does to the installation: it is of no organization, and names nobody. */
export type InstallationMetadata = Pick<
  EventMetadata,
  'requestId' | 'clientRequestId' | 'traceparent' | 'occurredAt'
> & {
  organizationId: null;
  actorType: 'operator';
  keyId: null;
};

/** Metadata of an event of a type. */
export type MetadataOf<Type> = Type extends InstallationEvent['type'] ? InstallationMetadata : EventMetadata;

const admissionIn = (metadata: EventMetadata | InstallationMetadata): ActAdmission | undefined =>
  metadata.organizationId === null ? undefined : metadata[admissionOfAct];

/** @throws Rejection where the caller of an act has lost the right to it since its request was admitted */
export const assertStillAdmitted = (metadata: EventMetadata | InstallationMetadata): void => {
  const admission = admissionIn(metadata);
  if (admission?.hasActed === false) admission.assertStands();
};

/** Lets the rest of an act follow its first events, which are in the log. */
export const markActed = (metadata: EventMetadata | InstallationMetadata): void => {
  const admission = admissionIn(metadata);
  if (admission !== undefined) admission.hasActed = true;
};

export const metadataAsJson = (metadata: EventMetadata | InstallationMetadata): JsonObject => {
  if (metadata.organizationId === null) return { ...metadata };
  const { [admissionOfAct]: _, ...json } = metadata;
  return json;
};

/** Reads back what `metadataAsJson` wrote. */
export const metadataOf = (event: { metadata: JsonObject }): EventMetadata => event.metadata as EventMetadata;
