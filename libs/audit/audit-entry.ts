import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { EventType } from '#libs/domain/domain-event.js';
import type { ActorType } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { Act } from './act.js';
import { type AuditedEventType, acts } from './acts.js';
import type { AuditMetadata } from './audit-metadata.js';

/** One entry of an organization's audit log: the fields that its leaf hash covers. Personal data is ciphertext. */
export interface AuditEntry {
  id: string;
  organization_id: string;
  /** Number from 0, without gaps, in the order of the log: the index of the leaf. */
  number: number;
  event_id: string;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  action: AuditAction;
  resource: AuditResource;
  resource_id: string;
  result: AuditResult;
  request_id: string;
  actor_type: ActorType;
  /** Id of the key that was used; null where none was. */
  key_id: string | null;
  metadata: AuditMetadata;
  /** Caller, sealed for the subject that acted. */
  sealed_client: string;
  /** Name of the file that the entry is about, sealed for the same subject; null when there is none. */
  sealed_name: string | null;
  /** Commitments to the values of personal fields, by the field's name; empty for events of before there were any. */
  commitments: Readonly<Record<string, string>>;
}

/** Name in an entry of the field that has the name of a file. */
export const filenameField = 'metadata.filename';

/** An entry before it has its place in the log. */
export type UnnumberedEntry = Omit<AuditEntry, 'id' | 'number'>;

export const isAudited = (type: EventType): type is AuditedEventType => acts[type] !== null;

/** The entry that an event leaves; undefined for an event that records no act, as none of the installation does. */
export const auditEntryOf = (event: RecordedDomainEvent): UnnumberedEntry | undefined => {
  const describe = acts[event.type] as ((event: RecordedDomainEvent) => Act) | null;
  const { metadata } = event;
  if (describe === null) return undefined;
  if (metadata.organizationId === null) throw new Error('An act is of an organization');
  const {
    action,
    resource,
    resource_id,
    result = 'success',
    facts,
    sealed_name = null,
    name_commitment,
    commitments,
  } = describe(event);
  return {
    organization_id: metadata.organizationId,
    event_id: event.id,
    timestamp: metadata.occurredAt,
    action,
    resource,
    resource_id,
    result,
    request_id: metadata.requestId,
    actor_type: metadata.actorType,
    key_id: metadata.keyId,
    metadata: metadata.interface === undefined ? facts : { ...facts, interface: metadata.interface },
    sealed_client: metadata.sealedClient,
    sealed_name,
    commitments: {
      ...metadata.commitments,
      ...(name_commitment ? { [filenameField]: name_commitment } : {}),
      ...commitments,
    },
  };
};
