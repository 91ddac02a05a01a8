import { type AuditedEventType, acts } from '#libs/audit/acts.js';
import { type AuditEntry, auditEntryOf, isAudited } from '#libs/audit/audit-entry.js';
import { formatAuditId } from '#libs/audit/audit-id.js';
import { canonicalLeaf, leafHash } from '#libs/audit/audit-leaf.js';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import { type Handlers, projection, type Rows } from '#libs/read-side/projection/projection.port.js';
import { appendOnly, auditWriter } from './append-only.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { blockSize, removeStaleTallies, tallyFinishedBlocks } from './audit-log-tally.js';

/** The entry in a row. */
export const entryOf = (row: Omit<AuditLogEntity, 'leaf_hash'>): AuditEntry => ({
  id: row.id,
  organization_id: row.organization_id,
  number: row.number,
  event_id: row.event_id,
  timestamp: row.occurred_at,
  action: row.action,
  resource: row.resource,
  resource_id: row.resource_id,
  result: row.result,
  request_id: row.request_id,
  actor_type: row.actor_type,
  key_id: row.api_key_id,
  metadata: row.metadata,
  sealed_client: row.sealed_client,
  sealed_name: row.sealed_name,
  commitments: row.commitments,
});

/** A row as it is written: the hash as PostgreSQL reads `bytea`. */
type WrittenRow = Omit<AuditLogEntity, 'leaf_hash'> & { leaf_hash: string };

/**
 * Inserts all columns by name: copying a million rows with `...` takes half a second each time. `link` gives an entry
 * its number and the columns that follow from it.
 */
const record = (rows: Rows<WrittenRow>, event: RecordedDomainEvent<EventOf<AuditedEventType>>): void => {
  const entry = auditEntryOf(event);
  if (entry === undefined) return;
  rows.insert({
    organization_id: entry.organization_id,
    number: 0,
    id: '',
    event_id: entry.event_id,
    occurred_at: entry.timestamp,
    action: entry.action,
    resource: entry.resource,
    resource_id: entry.resource_id,
    result: entry.result,
    request_id: entry.request_id,
    actor_type: entry.actor_type,
    api_key_id: entry.key_id,
    metadata: entry.metadata,
    sealed_client: entry.sealed_client,
    sealed_name: entry.sealed_name,
    subject: event.metadata.subject,
    address_subject: event.metadata.addressSubject ?? null,
    commitments: entry.commitments,
    leaf_hash: '',
    latest_at: entry.timestamp,
    lateness_ms: 0,
  });
};

/** The columns by which an entry is found by time, as the driver gives them: a `bigint` as text, a time as a `Date`. */
type Times = Pick<AuditLogEntity, 'latest_at' | 'lateness_ms'>;

/** The times of an entry behind those of the one before. */
export const timesOf = (occurredAt: string, previous: Partial<Times> | undefined): Times => {
  const occurred = Date.parse(occurredAt);
  const latestBefore = previous?.latest_at === undefined ? occurred : new Date(previous.latest_at).getTime();
  const late = Math.max(0, latestBefore - occurred);
  return {
    latest_at: late > 0 ? new Date(latestBefore).toISOString() : occurredAt,
    lateness_ms: Math.max(Number(previous?.lateness_ms ?? 0), late),
  };
};

/** Links an entry to the one before. */
const link = (row: WrittenRow, previous: Partial<WrittenRow> | undefined): WrittenRow => {
  const number = previous?.number === undefined ? 0 : Number(previous.number) + 1;
  const linked: WrittenRow = {
    ...row,
    number,
    id: formatAuditId(number, row.event_id),
    ...timesOf(row.occurred_at, previous),
  };
  linked.leaf_hash = `\\x${leafHash(canonicalLeaf(entryOf(linked)))}`;
  return linked;
};

const auditedTypes = (Object.keys(acts) as EventType[]).filter(isAudited);

/**
 * The audit log. Entry i of an organization is made of its i-th act, from the log alone, so that a
 * rebuild gives the same numbers, ids and hashes. Nothing is ever skipped: from a failing event on, the log of its
 * organization is held back until a retry catches up in order, and those of the others go on (ADR 0023).
 */
export const auditLog = projection<WrittenRow, AuditedEventType>({
  name: 'audit-log',
  version: 2,
  table: 'read_model.audit_log',
  primaryKey: ['organization_id', 'number'],
  onFailure: 'hold',
  // Only events of organizations are audited.
  laneKey: (event) => event.metadata.organizationId ?? '',
  handlers: Object.fromEntries(auditedTypes.map((type) => [type, record])) as unknown as Handlers<
    WrittenRow,
    AuditedEventType
  >,
  sequence: {
    within: 'organization_id',
    orderedBy: 'number',
    reads: ['number', 'latest_at', 'lateness_ms'],
    link,
  },
  derived: {
    isDue: ({ number }) => (number + 1) % blockSize === 0,
    derive: tallyFinishedBlocks,
    removeStale: removeStaleTallies,
  },
  writtenBy: auditWriter,
  guard: appendOnly,
});
