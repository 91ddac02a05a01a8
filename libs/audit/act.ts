import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { AuditMetadata } from './audit-metadata.js';

/** The act that an event records, and the resource it was done to. */
export interface Act {
  action: AuditAction;
  resource: AuditResource;
  resource_id: string;
  /** Result of the act; `success` when omitted. */
  result?: AuditResult;
  /** The entry's `metadata`. */
  facts: AuditMetadata;
  sealed_name?: string;
  /** Commitment to the name; null where there is none. */
  name_commitment?: string | null;
  /** Commitments beside those of the caller and the name, by the field that they are of. */
  commitments?: Readonly<Record<string, string>>;
}

/** Describes the act of an event of a type; null for a type that records none. */
export type Description<Type extends EventType> = ((event: RecordedDomainEvent<EventOf<Type>>) => Act) | null;

/** Descriptions of some event types. */
export type Descriptions = { [Type in EventType]?: Description<Type> };

export const actOn =
  (resource: AuditResource) =>
  (action: AuditAction, resource_id: string, facts: AuditMetadata = {}): Act => ({
    action,
    resource,
    resource_id,
    facts,
  });
