import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AuditEntry } from '#libs/audit/audit-entry.js';
import type { AuditMetadata } from '#libs/audit/audit-metadata.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** An audit entry, its leaf hash and, beside the leaf, its search columns. Never updated, never deleted. */
@Entity({ schema: 'read_model', name: 'audit_log' })
export class AuditLogEntity {
  @PrimaryColumn('text')
  organization_id: string;

  /** Index of the leaf: from 0, without gaps. */
  @PrimaryColumn('bigint')
  number: number;

  @Column('text')
  id: string;

  @Column('uuid')
  event_id: string;

  @Column(rfc3339())
  occurred_at: string;

  @Column('text')
  action: AuditEntry['action'];

  @Column('text')
  resource: AuditEntry['resource'];

  @Column('text')
  resource_id: string;

  @Column('text')
  result: AuditEntry['result'];

  @Column('text')
  request_id: string;

  @Column('text')
  actor_type: AuditEntry['actor_type'];

  @Column('text', { nullable: true })
  api_key_id: string | null;

  @Column('jsonb')
  metadata: AuditMetadata;

  @Column('text')
  sealed_client: string;

  @Column('text', { nullable: true })
  sealed_name: string | null;

  /** Blind index of the user: a keyed hash leads from a user id to the subject, not the other way round. */
  @Column('text')
  subject: string;

  /** Blind index of the caller's address; null for events of before addresses were subjects. */
  @Column('text', { nullable: true })
  address_subject: string | null;

  @Column('jsonb')
  commitments: Record<string, string>;

  /** Leaf hash of RFC 6962: 32 bytes. */
  @Column('bytea')
  leaf_hash: Uint8Array;

  /**
   * The latest `occurred_at` up to this entry. It never falls, so that a number can be found by time; entries of
   * several processes are in the order of the log, which is not quite that of their clocks.
   */
  @Column(rfc3339())
  latest_at: string;

  /** Maximum delay in milliseconds of any entry up to this one behind the latest. */
  @Column('bigint')
  lateness_ms: number;
}
