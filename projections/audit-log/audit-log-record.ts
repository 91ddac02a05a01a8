import type { AuditEntry } from '#libs/audit/audit-entry.js';
import type { AuditMetadata } from '#libs/audit/audit-metadata.js';
import type { SealedData, SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import type { AuditLogEntity } from './audit-log.entity.js';

/** An entry as its organization reads it; personal data of an erased subject are `[erased]`. */
export interface AuditLogRecord {
  id: string;
  timestamp: string;
  action: AuditEntry['action'];
  resource: AuditEntry['resource'];
  resource_id: string;
  user_id: string;
  ip_address: string;
  user_agent: string;
  request_id: string;
  /** Metadata, with `filename` when the entry is about a file. */
  metadata: AuditMetadata;
  result: AuditEntry['result'];
}

const columns = [
  'number',
  'id',
  'occurred_at',
  'action',
  'resource',
  'resource_id',
  'result',
  'request_id',
  'metadata',
  'sealed_client',
  'sealed_name',
  'subject',
] as const satisfies readonly (keyof AuditLogEntity)[];

/** Columns of a record, for a `select`. */
export const columnsOfRecord = columns.join(', ');

export type RecordRow = Pick<AuditLogEntity, (typeof columns)[number]>;

const sealedIn = ({ subject, sealed_client, sealed_name }: RecordRow): SealedData[] => [
  { subject, sealed: sealed_client },
  ...(sealed_name === null ? [] : [{ subject, sealed: sealed_name }]),
];

/** Opens the sealed parts of all entries with one look-up of keys. */
export const openEntries = async (
  subjectKeys: Pick<SubjectKeys, 'openMany'>,
  rows: readonly RecordRow[],
): Promise<AuditLogRecord[]> => {
  const opened = (await subjectKeys.openMany(rows.flatMap(sealedIn))).values();
  return rows.map((row) => {
    const client = opened.next().value;
    const metadata =
      row.sealed_name === null ? row.metadata : { ...row.metadata, filename: textIn(opened.next().value, 'filename') };
    return {
      id: row.id,
      timestamp: row.occurred_at,
      action: row.action,
      resource: row.resource,
      resource_id: row.resource_id,
      user_id: textIn(client, 'user_id'),
      ip_address: textIn(client, 'ip_address'),
      user_agent: textIn(client, 'user_agent'),
      request_id: row.request_id,
      metadata,
      result: row.result,
    };
  });
};
